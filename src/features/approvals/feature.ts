import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    approvals: {
      approval: 'approve' | 'kind' | 'open' | 'refresh' | 'return' | 'show'
      nav: 'approvals'
    }
  }
  interface ViewNames {
    approvals: true
  }
}

export const approvalsFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  screens: [
    {
      path: 'team/approvals',
      name: 'approvals',
      title: 'Approvals',
      section: 7,
      view: 'approvals',
      hasList: true,
      load: () => import('./approvals.screen.tsx').then((m) => m.ApprovalsScreen),
    },
  ],
})
