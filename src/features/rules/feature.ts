import { platformChoices } from '#contract/model/platform.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import { createRules, type Rules } from './rules.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    rules: {
      case: 'validateProcedures'
      nav: 'rules'
      rule:
        | 'about'
        | 'action'
        | 'addCondition'
        | 'addConditionGroup'
        | 'addConditionType'
        | 'addCriterion'
        | 'addFilter'
        | 'approve'
        | 'backtest'
        | 'clearFilter'
        | 'clone'
        | 'compareWith'
        | 'copyId'
        | 'copyLink'
        | 'copyRevisionLink'
        | 'conditions'
        | 'criteria'
        | 'customers'
        | 'delete'
        | 'discard'
        | 'duplicateCondition'
        | 'edit'
        | 'endBacktest'
        | 'history'
        | 'leave'
        | 'leaveField'
        | 'leaveRevisions'
        | 'merge'
        | 'moveConditionDown'
        | 'moveConditionUp'
        | 'negateGroup'
        | 'new'
        | 'open'
        | 'panel'
        | 'preview'
        | 'procedures'
        | 'promote'
        | 'refresh'
        | 'removeCondition'
        | 'removeFilter'
        | 'return'
        | 'save'
        | 'search'
        | 'section'
        | 'sort'
        | 'switchGroup'
        | 'toShadow'
        | 'trigger'
        | 'when'
        | 'withDeleted'
        | 'wrapCondition'
        | 'writeOnRevision'
    }
  }
  interface ViewNames {
    rules: true
    rule: true
    revisions: true
  }
  interface RecordKinds {
    rule: true
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    rules: Rules
  }
}

export const rulesFeature = defineFeature({
  name: 'rules',
  kinds: { rule: { heading: 'Rules', prefix: '%' } },
  create: ({ data, platform, session }) => createRules(data, { platform, me: () => session()?.profile.id ?? '' }),
  commands: ({ data, platform, session }, { cases, rules }) =>
    import('./commands.ts').then((m) =>
      m.commands(data, {
        rules,
        platform,
        caseAtHand: () => cases.queue.atHand.getState().opened?.id ?? null,
        platforms: () => platformChoices(session()?.platforms ?? []),
      }),
    ),
  views: { revisions: 'revisions' },
  screens: [
    {
      path: 'rules/',
      name: 'rules',
      title: 'Rules',
      section: 2,
      tab: 3,
      view: 'rules',
      hasList: true,
      load: () => import('#src/features/rules/list/rules.screen.tsx').then((m) => m.RulesScreen),
    },
    {
      path: 'rules/{ruleId}',
      name: 'rule',
      title: 'Rule',
      section: 2,
      view: 'rule',
      load: () => import('./rule.screen.tsx').then((m) => m.RuleScreen),
    },
    {
      path: 'revision/{revisionId}',
      name: 'revision',
      title: 'Rule revision',
      section: 2,
      view: 'revisions',
      hasList: true,
      load: () => import('#src/features/rules/revision/revision.screen.tsx').then((m) => m.RevisionScreen),
    },
    {
      path: 'rule/add',
      name: 'newRule',
      title: 'New rule',
      section: 2,
      view: 'rule',
      load: () => import('./rule.screen.tsx').then((m) => m.RuleScreen),
    },
  ],
})
