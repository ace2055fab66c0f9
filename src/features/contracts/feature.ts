import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    contracts: {
      contract: FilteredListNames | 'copyId' | 'customer' | 'file'
      nav: 'contracts'
    }
  }
  interface ViewNames {
    contracts: true
  }
}

export const contractsFeature = defineFeature({
  commands: ({ data }, { cases }) => import('./commands.ts').then((m) => m.commands(data, cases.narrowing)),
  screens: [
    {
      path: 'contracts/',
      name: 'contracts',
      title: 'Contracts',
      section: 6,
      tab: 2,
      view: 'contracts',
      hasList: true,
      only: ADMINISTRATORS,
      load: () => import('./contracts.screen.tsx').then((m) => m.ContractsScreen),
    },
  ],
})
