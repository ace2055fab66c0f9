import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    policies: {
      nav: 'policies'
      policy: 'refresh' | 'set'
    }
  }
  interface ViewNames {
    policies: true
  }
}

export const policiesFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'administration/policies',
      name: 'policies',
      title: 'Policies',
      view: 'policies',
      only: ADMINISTRATORS,
      load: () => import('./policies.screen.tsx').then((m) => m.PoliciesScreen),
    },
  ],
})
