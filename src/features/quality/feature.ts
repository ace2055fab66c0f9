import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    quality: {
      nav: 'quality'
      quality:
        | 'close'
        | 'draw'
        | 'endGolden'
        | 'export'
        | 'golden'
        | 'open'
        | 'rate'
        | 'read'
        | 'refresh'
        | 'reply'
        | 'tab'
    }
  }
  interface ViewNames {
    quality: true
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'quality review': { platform: string }
  }
}

export const qualityFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  drawers: {
    'quality review': {
      title: 'Quality review',
      load: () => import('./review-drawer.tsx').then((m) => m.ReviewDrawer),
    },
  },
  screens: [
    {
      path: 'team/quality',
      name: 'quality',
      title: 'Quality',
      section: 7,
      view: 'quality',
      hasList: true,
      load: () => import('./quality.screen.tsx').then((m) => m.QualityScreen),
    },
  ],
})
