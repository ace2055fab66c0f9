import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    screening: {
      nav: 'screening' | 'screening-lists'
      screening: FilteredListNames | 'customer' | 'decide'
      screeningList: 'addName' | 'refresh' | 'removeName' | 'threshold'
    }
  }
  interface ViewNames {
    screening: true
    'screening-lists': true
  }
}

export const screeningFeature = defineFeature({
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  screens: [
    {
      path: 'screening/',
      name: 'screening',
      title: 'Sanctions hits',
      section: 5,
      view: 'screening',
      load: () => import('./screening.screen.tsx').then((m) => m.ScreeningScreen),
    },
    {
      path: 'administration/screening-lists',
      name: 'screening-lists',
      title: 'Screening lists',
      view: 'screening-lists',
      only: ADMINISTRATORS,
      load: () =>
        import('#src/features/screening/lists/screening-lists.screen.tsx').then((m) => m.ScreeningListsScreen),
    },
  ],
})
