import { defineFeature } from '#src/features/define-feature.ts'

export const administrationFeature = defineFeature({
  commands: () => import('./commands.ts').then((m) => m.commands),
})
