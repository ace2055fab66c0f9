import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface ViewNames {
    queue: true
  }
}

export const queueFeature = defineFeature({
  views: { queue: 'queue' },
  screens: [
    {
      path: 'cases/',
      name: 'cases',
      title: 'Transactions',
      section: 1,
      tab: 1,
      view: 'queue',
      hasList: true,
      load: () => import('./queue.screen.tsx').then((m) => m.QueueOrTriageScreen),
    },
  ],
})
