/** The vault as commands: lock now, and what opens this device. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { everywhere } from '#src/commands/dispatcher/when.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import { flushDrafts } from '#src/data/user/drafts.ts'

/** The commands over the engine; `address` is that of the screen. */
export function vaultCommands(engine: Pick<Engine, 'vault' | 'calls'>, address: () => string): readonly Command[] {
  return [
    defineCommand({
      id: 'app.lock',
      title: 'Lock',
      group: 'App',
      keywords:
        'lock screen, leave, away, hide, vault, break, screen lock, secure, lock workstation, coffee, afk, step away, privacy',
      when: everywhere,
      keys: ['mod+shift+l'],
      run: (c) => {
        flushDrafts()
        engine.calls.vaultLock().catch((error: unknown) => c.actions.say(String(error)))
      },
    }),
    defineCommand({
      id: 'nav.security',
      title: 'Security: what opens this device, and your other devices',
      shortTitle: 'Security',
      group: 'App',
      keywords:
        'passkey, passphrase, offline, go offline, work offline, unlock, devices, wipe, vault, settings, password, pin, 2fa, mfa, authentication, biometrics, my sessions, touch id, windows hello, account security, change password, lock settings',
      run: (c) => c.ports.navigate(address()),
    }),
    defineCommand({
      id: 'settings.putOffOffline',
      title: 'Do not offer to open this device without a network',
      shortTitle: 'Not now',
      group: 'App',
      keywords: 'dismiss offer, later, not now, no thanks, skip, passkey reminder',
      disabledReason: () => (engine.vault.state()?.isPutOff === false ? null : 'It is not offered'),
      run: (c) => {
        engine.calls.vaultPutOff().catch((error: unknown) => c.actions.say(String(error)))
      },
    }),
  ]
}
