// The security screen: unlock methods, automatic lock, and the user's other devices.
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import type { VaultState } from '#src/data/engine-client/vault-client.ts'
import { isLockedHidden } from '#src/data/user/when-hidden.ts'
import { countOf } from '#src/format/count.ts'
import { TitledSection } from '#src/ui/form/titled-section.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { canMakePasskey } from './passkey.ts'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import { isOffline, securityScreen, wayName } from './security-acts.ts'
import { useVault } from './use-vault.ts'
import { useQuery } from '@tanstack/react-query'
import { agoText } from '#src/format/age.ts'
import { useNow } from '#src/ui/use-now.ts'
import { devicesQuery, sessionsQuery } from './devices-query.ts'

export function SecurityScreen() {
  const state = useVault()
  if (!state) return null
  return (
    <section aria-label="Security" className="h-full overflow-y-auto">
      <div className="grid max-w-[720px] gap-8 p-6">
        <h2 className="text-title font-semibold">Security</h2>
        <TitledSection title="Without a network" text={textOf(state)}>
          <Ways state={state} />
        </TitledSection>
        <TitledSection
          title="Locking"
          text={
            state.lockMinutes === 0
              ? 'It locks when you lock it.'
              : `It locks after ${countOf(state.lockMinutes, 'minute')} without a key or a click, and after the device slept (required by policy).`
          }
        >
          <HiddenOption />
          <div>
            <CommandButton command="app.lock" />
          </div>
        </TitledSection>
        <TitledSection
          title="Your devices"
          text="Each keeps work for you, encrypted. Wiping one destroys the server’s share of its key at once; its data can no longer be read, and are deleted when it next connects."
        >
          <Devices />
        </TitledSection>
        <TitledSection
          title="Your sessions"
          text="Where you are signed in. A session that you do not know: end it, and tell your administrator."
        >
          <Sessions />
        </TitledSection>
        {state.others > 0 && (
          <p className="text-muted">
            {countOf(state.others, 'operation')} of other users of this browser are stored here, encrypted. Only they
            can open them.
          </p>
        )}
      </div>
    </section>
  )
}

function HiddenOption() {
  const { user } = useData()
  const { runner } = useCommandLayer()
  const isOn = useSyncExternalStore(user.subscribe, () => isLockedHidden(user))
  return (
    <label className="options option">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() => runner.execute('settings.lockHidden', { source: 'pointer' })}
      />
      <span className="font-medium">Lock when the window is hidden</span>
    </label>
  )
}

function textOf({ slots, offlineHours, offlineUnlock }: VaultState): string {
  if (offlineUnlock === 'device')
    return `This device opens offline by itself for up to ${countOf(offlineHours, 'hour')} after the last contact with the server, as your organisation has set. Once locked, it opens by a passkey, a passphrase or a new sign-in.`
  if (slots.some(({ type }) => type === 'device'))
    return 'This server keeps no key share: the data on this device open without a sign-in. Add a passkey or a passphrase to protect them.'
  return `With the network, signing in opens what is on this device. Without it, a passkey or a passphrase does, for up to ${countOf(offlineHours, 'hour')} after the last contact with the server.`
}

function Ways({ state }: { state: VaultState }) {
  const { engine } = useData()
  const { isWriting, fault } = useStore(securityScreen)
  const ways = state.slots.filter(isOffline)

  return (
    <div className="grid gap-3">
      {ways.length > 0 && (
        <ul className="rounded-md border border-line" aria-label="Unlock methods">
          {ways.map((way) => (
            <li key={way.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
              <span className="font-medium">{wayName(way)}</span>
              <span className="text-label text-muted">since {new Date(way.madeAt).toLocaleDateString()}</span>
              {way.isStale && <Tag tone="warn">Your platforms have changed: remove it and add it again</Tag>}
              <span className="grow" />
              <CommandButton command="settings.removeWay" args={{ way }}>
                Remove<span className="sr-only"> {wayName(way)}</span>
              </CommandButton>
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p role="alert" className="text-label text-stop">
          {fault}
        </p>
      )}
      <div className="flex gap-2">
        {canMakePasskey() && (
          <CommandButton command="settings.addPasskey" variant={ways.length === 0 ? 'primary' : 'plain'} />
        )}
        <CommandButton command="settings.addPassphrase" />
      </div>
      {isWriting && (
        <PassphraseDialog
          onClose={() => securityScreen.setState({ isWriting: false })}
          onChosen={(passphrase) => engine.calls.vaultEnrol({ type: 'pass', passphrase }, 'Passphrase')}
        />
      )}
    </div>
  )
}

function Devices() {
  const { api } = useData()
  const { data, error } = useQuery(devicesQuery(api))
  const here = useVault()?.device
  const now = useNow()
  if (error) return <p className="text-muted">The server does not list devices now.</p>
  const devices = (data?.items ?? []).filter(({ revoked }) => !revoked)

  return (
    <ul className="rounded-md border border-line" aria-label="Your devices">
      {devices.map((device) => (
        <li key={device.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
          <span className="font-medium">{device.label}</span>
          {device.id === here ? (
            <Tag tone="done">This one</Tag>
          ) : (
            <span className="text-label text-muted">seen {agoText(now - Date.parse(device.seenAt))}</span>
          )}
          <span className="grow" />
          <CommandButton command="settings.wipeDevice" args={{ device: device.id }} variant="danger">
            Wipe<span className="sr-only"> {device.label}</span>
          </CommandButton>
        </li>
      ))}
    </ul>
  )
}

function Sessions() {
  const { api } = useData()
  const { data, error } = useQuery(sessionsQuery(api))
  const now = useNow()
  if (error) return <p className="text-muted">The sessions could not be read. Connect to see them.</p>

  return (
    <ul className="rounded-md border border-line" aria-label="Your sessions">
      {data?.items.map(({ id, device, current, locked, startedAt, seenAt }) => (
        <li key={id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
          <span className="font-medium">{device ?? 'Another client'}</span>
          <span className="text-label text-muted">
            began {agoText(now - Date.parse(startedAt))}, last refreshed {agoText(now - Date.parse(seenAt))}
          </span>
          {current && <Tag tone="done">This one</Tag>}
          {locked && <Tag tone="warn">Locked</Tag>}
          <span className="grow" />
          <CommandButton command="settings.endSession" args={{ session: id }} variant="danger">
            End session<span className="sr-only"> of {device ?? 'another client'}</span>
          </CommandButton>
        </li>
      ))}
    </ul>
  )
}
