import { defineFeature } from '#src/features/define-feature.ts'
import type { Rewording } from './acts.ts'
import { createOutbox, type Outbox } from './outbox.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    outbox: {
      nav: 'conflicts' | 'outbox'
      outbox:
        | 'copy'
        | 'decideAgain'
        | 'discard'
        | 'edit'
        | 'mine'
        | 'noteOnly'
        | 'open'
        | 'openHere'
        | 'retry'
        | 'reword'
        | 'sendNow'
        | 'showOver'
        | 'showUnsent'
        | 'theirs'
    }
  }
  interface ViewNames {
    outbox: true
    conflicts: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    outbox: Outbox
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'other words': Rewording
  }
}

export const outboxFeature = defineFeature({
  name: 'outbox',
  create: ({ data }) => createOutbox(data.pending),
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  drawers: {
    'other words': {
      title: 'Edit the note and send again',
      load: () => import('./rewording-drawer.tsx').then((m) => m.RewordingDrawer),
    },
  },
  screens: [
    {
      path: 'outbox',
      name: 'outbox',
      title: 'Outbox',
      view: 'outbox',
      hasList: true,
      load: () => import('./outbox.screen.tsx').then((m) => m.OutboxScreen),
    },
    {
      path: 'conflicts',
      name: 'conflicts',
      title: 'Conflicts',
      view: 'conflicts',
      hasList: true,
      load: () => import('./conflicts.screen.tsx').then((m) => m.ConflictsScreen),
    },
  ],
})
