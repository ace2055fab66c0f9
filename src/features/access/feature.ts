import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    access: {
      access: 'add' | 'close' | 'platform' | 'refresh' | 'role'
      nav: 'access'
    }
  }
  interface ViewNames {
    access: true
  }
}

export const accessFeature = defineFeature({
  commands: ({ data, session }) =>
    import('./commands.ts').then((m) => m.commands(data, () => session()?.platforms ?? [])),
  screens: [
    {
      path: 'administration/access',
      name: 'access',
      title: 'Access',
      view: 'access',
      only: ADMINISTRATORS,
      load: () => import('./access.screen.tsx').then((m) => m.AccessScreen),
    },
  ],
})
