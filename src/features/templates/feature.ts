import { defineFeature } from '#src/features/define-feature.ts'
import { connectTemplates } from './template-store.ts'
import { type Templates } from './templates-context.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    templates: {
      nav: 'templates'
      template: 'copy' | 'delete' | 'discard' | 'edit' | 'new' | 'save'
    }
  }
  interface ViewNames {
    templates: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    templates: Templates
  }
}

export const templatesFeature = defineFeature({
  name: 'templates',
  needs: ['cases'],
  create: ({ data, platform }, { cases }) => {
    connectTemplates({ user: data.user, platform })
    return {
      editor: null,
      user: data.user,
      platform,
      // announced with the commands of its screen
      factsAtHand: () => null,
      mayShare: cases.deps.mayAssign,
    }
  },
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  screens: [
    {
      path: 'templates',
      name: 'templates',
      title: 'Templates',
      view: 'templates',
      hasList: true,
      load: () => import('./templates.screen.tsx').then((m) => m.TemplatesScreen),
    },
  ],
})
