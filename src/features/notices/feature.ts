import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    notices: {
      nav: 'notices'
      notice: 'dismiss' | 'end' | 'publish' | 'refresh'
    }
  }
  interface ViewNames {
    notices: true
  }
}

export const noticesFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'administration/notices',
      name: 'notices',
      title: 'Notices',
      view: 'notices',
      only: ADMINISTRATORS,
      load: () => import('./notices.screen.tsx').then((m) => m.NoticesScreen),
    },
  ],
})
