import { adminPath } from '#src/features/admin-path.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import { vaultCommands } from './commands.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    vault: {
      app: 'lock'
      nav: 'security'
      settings:
        | 'addPasskey'
        | 'addPassphrase'
        | 'removeWay'
        | 'lockHidden'
        | 'endSession'
        | 'wipeDevice'
        | 'putOffOffline'
    }
  }
}

export const vaultFeature = defineFeature({
  firstCommands: ({ data, platform }) => vaultCommands(data.engine, () => adminPath(platform(), 'settings/security')),
  commands: ({ data, platform, session }) =>
    import('./security-commands.ts').then((m) =>
      m.commands(data, {
        address: () => adminPath(platform(), 'settings/security'),
        person: () => session()?.profile,
      }),
    ),
  screens: [
    {
      path: 'settings/security',
      name: 'security',
      title: 'Security',
      load: () => import('./security.screen.tsx').then((m) => m.SecurityScreen),
    },
  ],
})
