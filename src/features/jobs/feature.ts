import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    jobs: {
      job: 'refresh' | 'retry'
      nav: 'jobs'
    }
  }
  interface ViewNames {
    jobs: true
  }
}

export const jobsFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'administration/jobs',
      name: 'jobs',
      title: 'Jobs',
      view: 'jobs',
      only: ADMINISTRATORS,
      load: () => import('./jobs.screen.tsx').then((m) => m.JobsScreen),
    },
  ],
})
