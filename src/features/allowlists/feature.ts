import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import { createAllowlists, type Allowlists } from './allowlists.ts'
import type { CurrentAlert } from './from-alert.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    allowlists: {
      allowlist:
        | 'addFilter'
        | 'clearFilter'
        | 'client'
        | 'covered'
        | 'delete'
        | 'discard'
        | 'fromAlert'
        | 'history'
        | 'insist'
        | 'leave'
        | 'new'
        | 'ofRule'
        | 'open'
        | 'openRow'
        | 'refresh'
        | 'removeFilter'
        | 'resolve'
        | 'restore'
        | 'rule'
        | 'save'
        | 'search'
      nav: 'allowlists'
    }
  }
  interface ViewNames {
    allowlists: true
    allowlist: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    allowlists: Allowlists
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'allow list': CurrentAlert
    'rule resolve': Allowlist
  }
}

export const allowlistsFeature = defineFeature({
  name: 'allowlists',
  create: ({ data, platform }) => createAllowlists(data, platform),
  commands: ({ data, platform }, { allowlists, cases }) =>
    import('./commands.ts').then((m) =>
      m.commands({
        data,
        allowlists,
        cases,
        platform,
      }),
    ),
  drawers: {
    'allow list': {
      title: 'Allow list from the alert',
      load: () => import('./alert-drawer.tsx').then((m) => m.AlertAllowlistDrawer),
    },
    'rule resolve': {
      title: 'Resolve what an allow list covers',
      load: () => import('./resolve-drawer.tsx').then((m) => m.ResolveDrawer),
    },
  },
  screens: [
    {
      path: 'allowlists',
      name: 'allowlists',
      title: 'Allow lists',
      section: 3,
      tab: 4,
      view: 'allowlists',
      hasList: true,
      load: () => import('./list.screen.tsx').then((m) => m.AllowlistsScreen),
    },
    {
      path: '{allowlistId}/{ruleId}',
      name: 'allowlist',
      title: 'Allow list',
      section: 3,
      view: 'allowlist',
      hasList: true,
      load: () => import('#src/features/allowlists/editor/editor.screen.tsx').then((m) => m.AllowlistScreen),
    },
    {
      path: 'allowlists/add',
      name: 'newAllowlist',
      title: 'New allow list',
      section: 3,
      view: 'allowlist',
      load: () => import('#src/features/allowlists/editor/editor.screen.tsx').then((m) => m.AllowlistScreen),
    },
    {
      path: 'allowlists/version/{allowlistId}/{ruleId}',
      name: 'allowlistVersion',
      title: 'Allow list version',
      section: 3,
      view: 'allowlist',
      load: () => import('#src/features/allowlists/editor/editor.screen.tsx').then((m) => m.AllowlistVersionScreen),
    },
  ],
})
