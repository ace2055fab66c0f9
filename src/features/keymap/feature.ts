import { adminPath } from '#src/features/admin-path.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    keymap: {
      nav: 'keyboard'
      settings:
        | 'adopt'
        | 'changeKeys'
        | 'export'
        | 'import'
        | 'leave'
        | 'moveFocus'
        | 'preset'
        | 'record'
        | 'remove'
        | 'reset'
        | 'resetAll'
        | 'sameKey'
        | 'search'
        | 'showShortcuts'
        | 'showTyping'
        | 'singleKeys'
    }
  }
  interface ViewNames {
    settings: true
  }
}

export const keymapFeature = defineFeature({
  commands: ({ platform, registry }) =>
    import('./commands.ts').then((m) =>
      m.commands({
        registry,
        address: () => adminPath(platform(), 'settings/keyboard'),
      }),
    ),
  views: { settings: 'settings' },
  screens: [
    {
      path: 'settings/keyboard',
      name: 'keyboardSettings',
      title: 'Keyboard',
      view: 'settings',
      hasList: true,
      load: () => import('./keyboard.screen.tsx').then((m) => m.KeyboardScreen),
    },
  ],
})
