import { mayAssignOthers } from '#contract/model/roles.ts'
import type { NoteDraft } from '#src/features/cases/detail/case-deps.ts'
import type { Comment } from '#src/features/cases/detail/note-drawer.tsx'
import type { TriggerValue } from '#src/features/cases/detail/trigger-drawer.tsx'
import { defineFeature } from '#src/features/define-feature.ts'
import type { FilteredListNames } from '#src/features/lists/public.ts'
import { createCases, type Cases } from './cases.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    cases: {
      alert: 'inspect' | 'resolveAll' | 'attach'
      case:
        | 'assign'
        | 'assignMe'
        | 'await'
        | 'cancelReview'
        | 'comment'
        | 'copyId'
        | 'copyLink'
        | 'escalate'
        | 'history'
        | 'keepOffline'
        | 'leave'
        | 'next'
        | 'note'
        | 'previous'
        | 'recommendStr'
        | 'release'
        | 'renew'
        | 'review'
        | 'tab'
      nav: 'cases'
      queue:
        | FilteredListNames
        | 'closeStack'
        | 'columns'
        | 'customer'
        | 'fold'
        | 'leaveTriage'
        | 'nextAttention'
        | 'open'
        | 'openStack'
        | 'previousAttention'
        | 'selectCustomer'
        | 'selectDecided'
        | 'selectOverdue'
        | 'selectRule'
        | 'selectStopped'
        | 'selectStuck'
        | 'showLate'
        | 'showMine'
        | 'showOutside'
        | 'showReview'
        | 'showUnassigned'
        | 'similar'
        | 'sortBy'
        | 'triage'
    }
  }
  interface ViewNames {
    case: true
  }
  interface RecordKinds {
    case: true
    alert: true
    manager: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    cases: Cases
  }
}

declare module '#src/ui/overlay/drawer-store.ts' {
  interface DrawerValues {
    'case comment': Comment
    'alert resolve': NoteDraft
    'trigger info': TriggerValue
    'similar cases': { label: string; caseId: string; platform: string }
  }
}

export const casesFeature = defineFeature({
  name: 'cases',
  kinds: {
    case: { heading: 'Cases', prefix: '#' },
    alert: { heading: 'Alerts', prefix: '#' },
    manager: { heading: 'Managers', prefix: '@', isPrefixed: true },
  },
  needs: ['outbox'],
  create: ({ data, session }, { outbox }) =>
    createCases(data, {
      me() {
        const known = session()
        return known ? { id: known.profile.id, name: known.profile.fullName } : null
      },
      mayAssign: () => mayAssignOthers(session()?.profile.roles ?? []),
      isStuck: (caseId) => outbox.stuckOn(caseId).length > 0,
    }),
  firstCommands: (_, { cases }) => cases.commands,
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
  search: (_, { cases }, query, kinds) => cases.find(query, kinds),
  drawers: {
    'case comment': {
      title: (value) => `Note on ${value.label}`,
      load: () => import('#src/features/cases/detail/note-drawer.tsx').then((m) => m.CommentDrawer),
    },
    'alert resolve': {
      title: ({ label }) => label,
      load: () => import('#src/features/cases/detail/note-drawer.tsx').then((m) => m.DecisionDrawer),
    },
    'trigger info': {
      title: 'Why the alert fired',
      context: 'alert drawer',
      load: () => import('#src/features/cases/detail/trigger-drawer.tsx').then((m) => m.TriggerDrawer),
    },
    'similar cases': {
      title: ({ label }) => label,
      load: () => import('#src/features/cases/detail/similar-drawer.tsx').then((m) => m.SimilarDrawer),
    },
  },
  screens: [
    {
      path: 'case/{caseId}',
      name: 'case',
      title: 'Case',
      section: 1,
      view: 'case',
      hasList: true,
      load: () => import('#src/features/cases/detail/case.screen.tsx').then((m) => m.CaseScreen),
    },
  ],
})
