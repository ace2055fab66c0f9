import { MANAGERS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    trend: {
      nav: 'trend'
      trend:
        | 'accountAlerts'
        | 'ages'
        | 'cases'
        | 'clearing'
        | 'decisions'
        | 'export'
        | 'falsePositives'
        | 'open'
        | 'panel'
        | 'people'
        | 'period'
        | 'refresh'
        | 'strs'
    }
  }
  interface ViewNames {
    trend: true
  }
}

export const trendFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'team/trend',
      name: 'trend',
      title: 'Trend',
      section: 7,
      view: 'trend',
      hasList: true,
      only: MANAGERS,
      load: () => import('./trend.screen.tsx').then((m) => m.TrendScreen),
    },
  ],
})
