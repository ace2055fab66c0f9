import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    assistant: {
      assistant: 'copy' | 'new' | 'open' | 'stop'
    }
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    assistant: null
  }
}

export const assistantFeature = defineFeature({
  commands: ({ data, session }) =>
    import('./commands.ts').then((m) => m.commands(data, () => session()?.profile.roles ?? [])),
  drawers: {
    assistant: {
      title: 'Assistant',
      load: () => import('./assistant-drawer.tsx').then((m) => m.AssistantDrawer),
    },
  },
})
