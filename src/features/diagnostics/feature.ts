import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    diagnostics: {
      nav: 'gallery' | 'test'
      test: 'bundle' | 'check'
    }
  }
  interface ViewNames {
    test: true
  }
}

export const diagnosticsFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data)),
  views: { test: 'test page' },
  screens: [
    {
      path: 'test/',
      name: 'testPage',
      title: 'Test',
      section: 5,
      view: 'test',
      only: ADMINISTRATORS,
      load: () => import('./test.screen.tsx').then((m) => m.TestScreen),
    },
    {
      path: 'test/gallery',
      name: 'gallery',
      title: 'Gallery',
      only: ADMINISTRATORS,
      load: () => import('#src/features/diagnostics/gallery/gallery.screen.tsx').then((m) => m.GalleryScreen),
    },
  ],
})
