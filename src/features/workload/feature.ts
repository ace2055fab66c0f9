import { MANAGERS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import type { SpreadOf } from './workload-rows.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    workload: {
      case: 'spread'
      nav: 'team'
      team:
        | 'absence'
        | 'auto'
        | 'endAbsence'
        | 'endExclusion'
        | 'exclude'
        | 'open'
        | 'refresh'
        | 'roster'
        | 'skill'
        | 'spread'
    }
  }
  interface ViewNames {
    team: true
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    spread: SpreadOf
    'auto-assignment': { platform: string }
  }
}

export const workloadFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  drawers: {
    spread: {
      title: 'Assign to others',
      load: () => import('./spread-drawer.tsx').then((m) => m.SpreadDrawer),
    },
    'auto-assignment': {
      title: 'Auto-assignment, dry run',
      load: () => import('./auto-assign-drawer.tsx').then((m) => m.AutoAssignDrawer),
    },
  },
  screens: [
    {
      path: 'team',
      name: 'team',
      title: 'Team',
      section: 7,
      tab: 6,
      view: 'team',
      hasList: true,
      only: MANAGERS,
      load: () => import('./workload.screen.tsx').then((m) => m.WorkloadScreen),
    },
  ],
})
