import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    businessHours: {
      hours: 'change' | 'refresh'
      nav: 'hours'
    }
  }
  interface ViewNames {
    hours: true
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'business hours': { platform: string }
  }
}

export const businessHoursFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  drawers: {
    'business hours': {
      title: 'Business hours',
      load: () => import('./business-hours-drawer.tsx').then((m) => m.BusinessHoursDrawer),
    },
  },
  screens: [
    {
      path: 'team/hours',
      name: 'hours',
      title: 'Business hours',
      section: 7,
      view: 'hours',
      load: () => import('./business-hours.screen.tsx').then((m) => m.BusinessHoursScreen),
    },
  ],
})
