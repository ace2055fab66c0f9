import { defineFeature } from '#src/features/define-feature.ts'
import { createForms, type Forms } from './forms.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    forms: {
      form:
        | 'addComment'
        | 'addTransaction'
        | 'approve'
        | 'comment'
        | 'create'
        | 'discard'
        | 'leave'
        | 'open'
        | 'pdf'
        | 'refresh'
        | 'renew'
        | 'review'
        | 'save'
        | 'search'
        | 'type'
        | 'waiting'
        | 'zip'
      nav: 'forms'
    }
  }
  interface ViewNames {
    forms: true
    form: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    forms: Forms
  }
}

export const formsFeature = defineFeature({
  name: 'forms',
  create: createForms,
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  views: { forms: 'forms', form: 'form' },
  screens: [
    {
      path: 'forms/{formType}',
      name: 'forms',
      title: 'SAR and EDD forms',
      section: 5,
      list: 'forms/sar',
      view: 'forms',
      hasList: true,
      load: () => import('./list.screen.tsx').then((m) => m.FormsScreen),
    },
    {
      path: 'form/{uuid}',
      name: 'form',
      title: 'SAR or EDD form',
      section: 5,
      list: 'forms/sar',
      view: 'form',
      load: () => import('./form.screen.tsx').then((m) => m.FormScreen),
    },
  ],
})
