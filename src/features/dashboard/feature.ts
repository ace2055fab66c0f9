import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    dashboard: {
      dashboard:
        | 'accountAlert'
        | 'alert'
        | 'alertByRules'
        | 'cases'
        | 'casesByManagers'
        | 'export'
        | 'newCases'
        | 'newCustomersByRule'
        | 'open'
        | 'panel'
        | 'refresh'
      nav: 'dashboard'
    }
  }
  interface ViewNames {
    dashboard: true
  }
}

export const dashboardFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'dashboard/',
      name: 'dashboard',
      title: 'Dashboard',
      section: 0,
      view: 'dashboard',
      hasList: true,
      only: ADMINISTRATORS,
      load: () => import('./dashboard.screen.tsx').then((m) => m.DashboardScreen),
    },
  ],
})
