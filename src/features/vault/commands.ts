/** The vault as commands: lock now, and what opens this device. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { inOverlay } from '#src/commands/dispatcher/when.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import { flushDrafts } from '#src/data/user/drafts.ts'

/** The commands over the engine; `address` is that of the screen. */
export function vaultCommands(engine: Pick<Engine, 'vault'>, address: () => string): readonly Command[] {
  return [
    defineCommand({
      id: 'app.lock',
      title: 'Lock',
      group: 'App',
      keywords: ['leave', 'away', 'hide', 'vault'],
      when: inOverlay('none', 'drawer', 'alert'),
      keys: ['mod+shift+l'],
      run: (c) => {
        flushDrafts()
        engine.vault.lock().catch((error: unknown) => c.actions.say(String(error)))
      },
    }),
    defineCommand({
      id: 'nav.security',
      title: 'Security: what opens this device, and your other devices',
      shortTitle: 'Security',
      group: 'App',
      keywords: ['passkey', 'passphrase', 'offline', 'unlock', 'devices', 'wipe', 'vault', 'settings'],
      run: (c) => c.ports.navigate(address()),
    }),
    defineCommand({
      id: 'settings.putOffOffline',
      title: 'Do not offer to open this device without a network',
      shortTitle: 'Not now',
      group: 'App',
      disabledReason: () => (engine.vault.state()?.isPutOff === false ? null : 'It is not offered'),
      run: (c) => {
        engine.vault.putOff().catch((error: unknown) => c.actions.say(String(error)))
      },
    }),
  ]
}
