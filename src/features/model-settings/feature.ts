import { defineFeature } from '#src/features/define-feature.ts'
import { createModelSettings, type ModelSettings } from './model-settings.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    modelSettings: {
      model: 'delete' | 'discard' | 'insist' | 'leave' | 'new' | 'open' | 'refresh' | 'save' | 'search'
      nav: 'model-settings'
    }
  }
  interface ViewNames {
    models: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    modelSettings: ModelSettings
  }
}

export const modelSettingsFeature = defineFeature({
  name: 'modelSettings',
  create: ({ data, platform }) => createModelSettings(data, platform),
  commands: ({ data, platform }, { modelSettings }) =>
    import('./commands.ts').then((m) =>
      m.commands(data, {
        settings: modelSettings,
        platform,
      }),
    ),
  views: { models: 'models' },
  screens: [
    {
      path: 'model-setting',
      name: 'modelSetting',
      title: 'Model settings',
      view: 'models',
      hasList: true,
      load: () => import('./list.screen.tsx').then((m) => m.ModelSettingsScreen),
    },
    {
      path: 'add-model-setting',
      name: 'newModelSetting',
      title: 'New model configuration',
      list: 'model-setting',
      view: 'models',
      load: () => import('./editor.screen.tsx').then((m) => m.ModelSettingScreen),
    },
    {
      path: 'item-model-setting/{id}',
      name: 'modelSettingItem',
      title: 'Model configuration',
      list: 'model-setting',
      view: 'models',
      load: () => import('./editor.screen.tsx').then((m) => m.ModelSettingScreen),
    },
  ],
})
