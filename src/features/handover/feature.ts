import { MANAGERS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    handover: {
      handover: 'mail' | 'open' | 'print' | 'refresh' | 'write'
      nav: 'handover'
    }
  }
  interface ViewNames {
    handover: true
  }
}

export const handoverFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'team/handover',
      name: 'handover',
      title: 'Handover',
      section: 7,
      view: 'handover',
      hasList: true,
      only: MANAGERS,
      load: () => import('./handover.screen.tsx').then((m) => m.HandoverScreen),
    },
  ],
})
