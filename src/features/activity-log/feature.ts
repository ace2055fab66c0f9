import { defineFeature } from '#src/features/define-feature.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    activityLog: {
      app: 'auditExport'
    }
  }
}

export const activityLogFeature = defineFeature({
  commands: ({ data }) => import('./commands.ts').then((m) => m.commands(data.engine)),
})
