import { MANAGERS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    overview: {
      nav: 'overview'
      overview:
        | 'absences'
        | 'approvals'
        | 'auto'
        | 'export'
        | 'late'
        | 'open'
        | 'panel'
        | 'people'
        | 'quality'
        | 'queues'
        | 'refresh'
        | 'tickets'
        | 'unassigned'
    }
  }
  interface ViewNames {
    overview: true
  }
}

export const overviewFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'team/overview',
      name: 'overview',
      title: 'Overview',
      section: 7,
      view: 'overview',
      hasList: true,
      only: MANAGERS,
      load: () => import('./overview.screen.tsx').then((m) => m.OverviewScreen),
    },
  ],
})
