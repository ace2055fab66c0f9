import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    reports: {
      nav: 'reports'
      report: FilteredListNames | 'cancelExport' | 'case' | 'copyId' | 'export' | 'run'
    }
  }
  interface ViewNames {
    reports: true
  }
}

export const reportsFeature = defineFeature({
  commands: ({ data }, { cases }) => import('./commands.ts').then((m) => m.commands(data, cases.narrowing)),
  screens: [
    {
      path: 'reports',
      name: 'reports',
      title: 'Data',
      section: 4,
      tab: 5,
      view: 'reports',
      hasList: true,
      load: () => import('./reports.screen.tsx').then((m) => m.ReportsScreen),
    },
  ],
})
