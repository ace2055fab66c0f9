/** Conditions by keyboard: they act on what has the focus in the editor, or had it last. */
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { isGroup } from '#contract/model/rules/conditions/conditions.ts'
import type { RuleType } from '#contract/model/values.ts'
import { defineArg, defineCommand, type Command, type CommandId, type Keywords } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { replaceDraft } from '#src/data/user/replace-draft.ts'
import type { Acts } from '#src/features/rules/acts.ts'
import { chosenCriterion } from '#src/features/rules/editor/criteria.ts'
import { typesOf, withOption } from '#src/features/rules/editor/draft.ts'
import { focusPlace } from '#src/features/rules/editor/focus.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { draftKey, type Rules } from '#src/features/rules/rules.ts'
import { CONDITIONS, NO_CONDITIONS, under } from './condition-places.ts'
import {
  added,
  duplicated,
  groupPath,
  moved,
  newComparison,
  nodeAt,
  placeOf,
  quantified,
  quantifierOf,
  removed,
  withGroup,
  wrapped,
  type Change,
  type Path,
  type Quantifier,
  type Tree,
} from './tree.ts'

export interface ConditionGround {
  data: Pick<Data, 'api' | 'queries'>
  rules: Rules
  acts: Acts
  /** The reason against writing on the rule; null without one. */
  whyNotWrite: () => string | null
}

function ground({ rules, acts, whyNotWrite }: ConditionGround) {
  const { store, drafts } = rules
  const rootNow = (): Tree => {
    const { opened } = store.getState()
    return opened ? acts.draftOf(opened).body.options.conditions : undefined
  }
  const at = (): Path => {
    const { conditionAt = [] } = store.getState()
    return nodeAt(rootNow(), conditionAt) ? conditionAt : []
  }
  const whyNot = () => whyNotWrite() ?? (rules.hasConditions() ? null : NO_CONDITIONS)
  const whyNotOne = () => whyNot() ?? (rootNow() ? null : 'There are no conditions')
  const change = (announce: string, act: (root: Tree, at: Path) => Change) => {
    const { opened } = store.getState()
    if (!opened) return undefined
    const draft = acts.draftOf(opened)
    const { root, path } = act(rootNow(), at())
    const body = withOption(draft.body, 'conditions', root)
    // those of the server name places that are others now
    store.setState(({ faults }) => ({
      conditionAt: path,
      faults: faults.filter(({ place }) => !place.startsWith(CONDITIONS)),
    }))
    const back = replaceDraft(drafts, draftKey(opened), [draft, { ...draft, body }])
    focusPlace(under(placeOf(root, path)))
    return { announce, ...back }
  }
  return { rootNow, at, whyNot, whyNotOne, change }
}
type Ground = ReturnType<typeof ground>

/** Toggles between two ways of joining. */
const SWITCHED: Readonly<Record<Quantifier, Quantifier>> = { all: 'any', any: 'all', none: 'notAll', notAll: 'none' }
const NEGATED: Readonly<Record<Quantifier, Quantifier>> = { all: 'notAll', any: 'none', none: 'any', notAll: 'all' }

function joined(root: Tree, at: Path, next: Readonly<Record<Quantifier, Quantifier>>): Change {
  const path = groupPath(root, at)
  const group = nodeAt(root, path)
  // a single condition is joined and negated in a group of its own
  if (!group || !isGroup(group)) return joined(wrapped(root, path).root, path, next)
  return { root: quantified(root, path, next[quantifierOf(group)]), path }
}

type Act = readonly [
  id: CommandId,
  title: string,
  key: string,
  keywords: Keywords,
  done: string,
  act: (root: Tree, at: Path) => Change,
]
const ADDING: readonly Act[] = [
  [
    'rule.addCondition',
    'Add a condition',
    'mod+e c',
    'fact, compare, new condition, expression, if, comparison, and, or',
    'Condition added',
    (root, at) => added(root, at, newComparison()),
  ],
  [
    'rule.addConditionGroup',
    'Add a group of conditions',
    'mod+e g',
    'nested, brackets, parentheses, and, or, logic, new group',
    'Group added',
    withGroup,
  ],
]
const CHANGING: readonly Act[] = [
  [
    'rule.removeCondition',
    'Remove the condition',
    'mod+e x',
    'delete condition, drop, take away',
    'Condition removed',
    removed,
  ],
  [
    'rule.wrapCondition',
    'Wrap the condition in a group',
    'mod+e w',
    'brackets, parentheses, nest, indent',
    'Wrapped in a group',
    wrapped,
  ],
  [
    'rule.duplicateCondition',
    'Duplicate the condition',
    'mod+e u',
    'copy condition, clone condition, repeat',
    'Condition duplicated',
    duplicated,
  ],
  [
    'rule.moveConditionUp',
    'Move the condition up',
    'alt+up',
    'reorder, order, earlier, move out',
    'Moved up',
    (root, at) => moved(root, at, -1),
  ],
  [
    'rule.moveConditionDown',
    'Move the condition down',
    'alt+down',
    'reorder, order, later, move in',
    'Moved down',
    (root, at) => moved(root, at, 1),
  ],
  [
    'rule.switchGroup',
    'Switch the group between all and any',
    'mod+e j',
    'and, or, join, combinator, operator',
    'Switched',
    (root, at) => joined(root, at, SWITCHED),
  ],
  [
    'rule.negateGroup',
    'Negate the group, or take the negation back',
    'mod+e n',
    'not, none, invert, exclude, unless',
    'Negated',
    (root, at) => joined(root, at, NEGATED),
  ],
]

export function conditionCommands(given: ConditionGround): Command[] {
  const of = ground(given)
  const command = ([id, title, key, keywords, done, act]: Act, disabledReason: () => string | null) =>
    defineCommand({
      id,
      title,
      group: 'Rules',
      keywords,
      when: inView('rule'),
      keys: [key],
      whileTyping: true,
      calls: [calls.change],
      undo: { kind: 'hold' },
      disabledReason,
      run: () => of.change(done, act),
    })
  return [
    ...ADDING.map((one) => command(one, of.whyNot)),
    ...CHANGING.map((one) => command(one, of.whyNotOne)),
    typeCommand(given, of),
  ]
}

function typeCommand({ data: { api, queries }, rules, acts }: ConditionGround, { change, whyNot }: Ground): Command {
  const typesNow = async () => {
    const { opened } = rules.store.getState()
    return opened ? queries.ensureQueryData(ruleQueries.types(api, typesOf(acts.draftOf(opened).body))) : []
  }
  return defineCommand({
    id: 'rule.addConditionType',
    title: 'Add a rule type to the conditions…',
    group: 'Rules',
    keywords: 'criterion in a group, typology, scenario, rule type, or criteria',
    when: inView('rule'),
    keys: ['mod+e y'],
    whileTyping: true,
    calls: [calls.change],
    undo: { kind: 'hold' },
    disabledReason: whyNot,
    args: [
      defineArg<'type', string>({
        name: 'type',
        type: 'choice',
        prompt: () => 'Rule type',
        source: async () =>
          (await typesNow()).map(({ type, label, description }) => ({
            id: type,
            value: type,
            title: label,
            detail: description,
          })),
      }),
    ],
    run: (_, { type }) => {
      const { opened } = rules.store.getState()
      if (!opened) return undefined
      const types = queries.getQueryData(ruleQueries.types(api, typesOf(acts.draftOf(opened).body)).queryKey) ?? []
      const criterion = chosenCriterion({}, types, type)[type] ?? {}
      return change('Rule type added', (root, at) => added(root, at, { type: type as RuleType, criterion }))
    },
  })
}
