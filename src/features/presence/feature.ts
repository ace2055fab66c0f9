import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    presence: {
      nav: 'presence'
      presence: 'end' | 'refresh' | 'wipe'
    }
  }
  interface ViewNames {
    presence: true
  }
}

export const presenceFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'administration/presence',
      name: 'presence',
      title: 'Sessions and devices',
      view: 'presence',
      only: ADMINISTRATORS,
      load: () => import('./presence.screen.tsx').then((m) => m.PresenceScreen),
    },
  ],
})
