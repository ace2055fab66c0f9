import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'
import { createAccountAlerts, type AccountAlerts } from './account-alerts.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    accountAlerts: {
      accountAlert:
        | FilteredListNames
        | 'includeSimilar'
        | 'assign'
        | 'assignSimilar'
        | 'assignMe'
        | 'await'
        | 'back'
        | 'closeStack'
        | 'columns'
        | 'comment'
        | 'copyId'
        | 'copyLink'
        | 'customer'
        | 'escalate'
        | 'fold'
        | 'group'
        | 'inspect'
        | 'keepOffline'
        | 'leaveTriage'
        | 'lookAgain'
        | 'macro'
        | 'macroEdit'
        | 'moreMacros'
        | 'nextAttention'
        | 'note'
        | 'openStack'
        | 'pin'
        | 'previousAttention'
        | 'progress'
        | 'release'
        | 'renew'
        | 'reopen'
        | 'resolve'
        | 'resolveSar'
        | 'selectSimilar'
        | 'selectCustomer'
        | 'selectOverdue'
        | 'selectRule'
        | 'selectStopped'
        | 'selectStuck'
        | 'showLate'
        | 'showUnassigned'
        | 'skip'
        | 'sortBy'
        | 'triage'
      nav: 'account-alerts'
    }
  }
  interface ViewNames {
    accountAlerts: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    accountAlerts: AccountAlerts
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'account alert': AccountAlertItem
  }
}

export const accountAlertsFeature = defineFeature({
  name: 'accountAlerts',
  needs: ['cases', 'outbox', 'triage'],
  create: ({ data, weightOf, follow }, { cases, outbox, triage }) => {
    const accountAlerts = createAccountAlerts(data, {
      ...cases.narrowing,
      ...cases.deps,
      pins: triage.pins,
      weightOf,
      isStuck: (alertId) => outbox.stuckOnAlert(alertId).length > 0,
    })
    // its triage is made with the queue, when that is first wanted
    follow({
      wrote: (...written) => accountAlerts.queue?.triage.wrote(...written),
      withdrew: (group) => accountAlerts.queue?.triage.withdrew(group),
    })
    return accountAlerts
  },
  commands: (_, { accountAlerts }) => import('./commands.ts').then((m) => m.commands(accountAlerts)),
  drawers: {
    'account alert': {
      title: 'Why the alert fired',
      context: 'alert drawer',
      load: () => import('./alert-drawer.tsx').then((m) => m.AlertDrawer),
    },
  },
  screens: [
    {
      path: 'account-alerts/',
      name: 'accountAlerts',
      title: 'Account alerts',
      section: 5,
      view: 'accountAlerts',
      hasList: true,
      load: () => import('./account-alerts.screen.tsx').then((m) => m.AccountAlertsScreen),
    },
  ],
})
