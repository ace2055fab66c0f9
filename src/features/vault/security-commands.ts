/** What opens this device and the user's other devices, as commands. */
import { createStore } from 'zustand/vanilla'
import { sync } from '#contract/calls/sync.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/errors.ts'
import type { SlotInfo } from '#src/data/vault-client.ts'
import { devicesQuery } from './devices-query.ts'
import { canMakePasskey, makePasskey, passkeyFailure } from './passkey.ts'
import { isLockedHidden, setLockedHidden } from '#src/data/when-hidden.ts'

/** What the screen shows of them. */
export const securityScreen = createStore(() => ({ isBusy: false, isWriting: false, fault: '' }))

/** A way in that needs no network. */
export const isOffline = ({ type }: SlotInfo) => type === 'pass' || type === 'prf'
export const wayName = ({ type, label }: SlotInfo) => (type === 'prf' ? label : 'Passphrase')

interface SecurityPorts {
  /** Where the screen is. */
  address(): string
  person(): { email: string; fullName: string } | undefined
}

export function securityCommands({ api, queries, engine, user }: Data, ports: SecurityPorts): readonly Command[] {
  const attempt = async (c: Ctx, run: () => Promise<void>): Promise<void> => {
    c.ports.navigate(ports.address())
    securityScreen.setState({ isBusy: true, fault: '' })
    try {
      await run()
    } catch (error) {
      securityScreen.setState({ fault: passkeyFailure(error) })
    } finally {
      securityScreen.setState({ isBusy: false })
    }
  }
  const whileFree = () => (securityScreen.getState().isBusy ? 'Wait for what was begun' : null)
  const ways = () => (engine.vault.state()?.slots ?? []).filter(isOffline)

  return [
    defineCommand({
      id: 'settings.addPasskey',
      title: 'Add a passkey that opens this device without a network',
      shortTitle: 'Add a passkey',
      group: 'App',
      keywords: ['offline', 'unlock', 'fingerprint', 'security'],
      disabledReason: () => whileFree() ?? (canMakePasskey() ? null : 'This browser makes no passkeys'),
      run: (c) => {
        const person = ports.person()
        if (!person) return
        void attempt(c, async () => {
          const secret = await makePasskey({ name: person.email, fullName: person.fullName })
          await engine.vault.enrol(secret, 'Passkey')
        })
      },
    }),
    defineCommand({
      id: 'settings.addPassphrase',
      title: 'Add a passphrase that opens this device without a network',
      shortTitle: 'Add a passphrase',
      group: 'App',
      keywords: ['offline', 'unlock', 'password', 'security'],
      disabledReason: whileFree,
      run: (c) => {
        c.ports.navigate(ports.address())
        securityScreen.setState({ isWriting: true })
      },
    }),
    defineCommand({
      id: 'settings.removeWay',
      title: 'Remove a passkey or the passphrase…',
      shortTitle: 'Remove',
      group: 'App',
      keywords: ['offline', 'unlock', 'security'],
      undo: { kind: 'none', confirm: true },
      disabledReason: () => whileFree() ?? (ways().length > 0 ? null : 'There is none'),
      args: [
        defineArg<'way', SlotInfo>({
          name: 'way',
          type: 'choice',
          prompt: () => 'Remove',
          source: () => ways().map((way) => ({ id: way.id, value: way, title: wayName(way) })),
        }),
      ],
      run: (c, { way }) => void attempt(c, () => engine.vault.remove(way.id)),
    }),
    defineCommand({
      id: 'settings.lockHidden',
      title: 'Lock as soon as the workbench is out of sight, or only after a while',
      shortTitle: 'Lock out of sight',
      group: 'App',
      keywords: ['hide', 'hidden', 'minimise', 'tab', 'away', 'security'],
      run: () => {
        const was = isLockedHidden(user)
        setLockedHidden(user, !was)
        return {
          announce: was ? 'It locks after a while' : 'It locks as soon as no window of it can be seen',
          undo: () => setLockedHidden(user, was),
          redo: () => setLockedHidden(user, !was),
        }
      },
    }),
    defineCommand({
      id: 'settings.wipeDevice',
      title: 'Wipe one of your devices: what it has not sent is lost',
      shortTitle: 'Wipe',
      group: 'App',
      keywords: ['revoke', 'lost', 'stolen', 'sign out', 'security'],
      offline: 'block',
      undo: { kind: 'none', confirm: true },
      args: [
        defineArg<'device', string>({
          name: 'device',
          type: 'choice',
          prompt: () => 'Wipe',
          source: async () =>
            (await queries.fetchQuery(devicesQuery(api))).items
              .filter(({ revoked }) => !revoked)
              .map(({ id, label }) => ({
                id,
                value: id,
                title: label,
                ...(id === engine.vault.state()?.device && { detail: 'this one: you are signed out' }),
              })),
        }),
      ],
      run: (_, { device }) => {
        const wipe = async () => {
          await api.send(sync.revokeDevice, { params: { device } }, { platform: '' })
          await queries.invalidateQueries({ queryKey: ['devices'] })
        }
        // what the server refuses is in the status line already
        wipe().catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
        })
      },
    }),
  ]
}
