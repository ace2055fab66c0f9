import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    documents: {
      document:
        | 'attach'
        | 'close'
        | 'download'
        | 'fit'
        | 'leave'
        | 'nextPage'
        | 'previousPage'
        | 'saveFile'
        | 'turn'
        | 'zoomIn'
        | 'zoomOut'
    }
  }
  interface ViewNames {
    document: true
  }
}

export const documentsFeature = defineFeature({
  commands: () => import('./all-commands.ts').then((m) => m.commands()),
  views: { document: 'document' },
  pages: [
    {
      path: '/open-doc/{uud}',
      name: 'openDoc',
      title: 'Document',
      load: () => import('./open-doc.screen.tsx').then((m) => m.OpenDocScreen),
    },
  ],
})
