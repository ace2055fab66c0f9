/** The rule editor by keyboard: save, backtest, and the choices in a conflict. */
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { BACKTEST_DAYS } from '#contract/model/rules/backtest.ts'
import type { Backtest } from '#contract/model/rules/backtest.ts'
import { changeHere, defineArg, defineCommand, emptyPlan, type Command, type Keywords } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { replaceDraft } from '#src/data/user/replace-draft.ts'
import type { Acts } from '#src/features/rules/acts.ts'
import { rulesHref } from '#src/features/rules/links.ts'
import { NO_TRIALS } from '#src/features/rules/list/targets.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { conflictsWith, merged } from '#src/features/rules/revision/merge.ts'
import { draftKey, type OpenRule, type Rules } from '#src/features/rules/rules.ts'
import { SECTION_LABELS, SECTIONS, type Section } from '#src/features/rules/sections.ts'
import { countOf } from '#src/format/count.ts'
import { conditionCommands } from './conditions/condition-commands.ts'
import { addedCriterion, chosenCriterion, PLACEHOLDER } from './criteria.ts'
import { isBehind, isEdited, typesOf, type Draft } from './draft.ts'
import { focusForm, focusPlace, focusSection, isOnControl } from './focus.ts'

const SECTION_KEYWORDS: Record<Section, Keywords> = {
  about: 'name, description, severity, alert level, rule name, general, basics',
  when: 'scope, trigger, transaction types, applies to, schedule, sampling',
  criteria: 'threshold, thresholds, parameters, logic, limits, values, tuning',
  conditions: 'facts, expression, logic, and, or, not, groups, aggregates',
  customers: 'segment, segments, who, clients, population, customer filter, accounts',
  action: 'hard stop, hold, block, reject, alert, what happens, outcome',
  procedures: 'steps, checklist, playbook, sop, required steps',
  trigger: 'information, explanation, message, alert text, details',
}

const onRule = inView('rule')

export function editorCommands(data: Pick<Data, 'api' | 'queries'>, rules: Rules, acts: Acts): Command[] {
  const parts = editorActs(data, rules, acts)
  const { whyNotWrite } = parts
  return [
    ...draftCommands(parts),
    ...contentCommands(parts),
    ...conditionCommands({ data, rules, acts, whyNotWrite }),
    ...placeCommands(parts),
  ]
}

/** Actions and state behind the commands, without keys. */
function editorActs({ api, queries }: Pick<Data, 'api' | 'queries'>, rules: Rules, acts: Acts) {
  const { store, drafts } = rules
  const opened = () => store.getState().opened
  const typesFor = ({ body }: Draft) => queries.getQueryData(ruleQueries.types(api, typesOf(body)).queryKey) ?? []
  const isWritten = (open: OpenRule) => {
    const draft = acts.draftOf(open)
    return isEdited(draft, typesFor(draft))
  }
  const whyNotWrite = (): string | null => {
    const open = opened()
    if (!open || (open.id !== null && !open.now)) return 'No rule is selected'
    if (open.now?.isDeleted) return 'It was deleted'
    return open.now?.proposal ? 'A proposal is pending approval' : null
  }
  const whyNotSaved = (): string | null => {
    const open = opened()
    const reason = whyNotWrite()
    if (reason !== null || !open) return reason
    if (store.getState().isSaving) return 'It is being saved'
    if (isBehind(acts.draftOf(open), open.now)) return 'Somebody changed it: merge the two first'
    return isWritten(open) ? null : 'Nothing has changed'
  }
  const running = (): string | null => {
    const open = opened()
    const uuid = open && acts.backtestOf(open)
    if (!open || !uuid) return null
    const known = queries.getQueryData<Backtest>(['rules', 'backtest', open.platform, uuid])
    return known === undefined || known.status === 'Processing' ? uuid : null
  }

  return { api, queries, rules, acts, store, drafts, opened, typesFor, isWritten, whyNotWrite, whyNotSaved, running }
}
type EditorActs = ReturnType<typeof editorActs>

function draftCommands({ acts, store, drafts, opened, typesFor, isWritten, whyNotSaved }: EditorActs): Command[] {
  return [
    defineCommand({
      id: 'rule.save',
      title: () => `Save ${opened()?.now?.name ?? 'the new rule'}`,
      shortTitle: 'Save',
      group: 'Rules',
      keywords: 'publish, propose, revision, save changes, save rule, store, submit',
      when: onRule,
      keys: ['mod+s', 'mod+enter'],
      calls: [calls.change],
      disabledReason: whyNotSaved,
      run: (c) => {
        const open = opened()
        if (open) void acts.save(c, open)
      },
    }),
    defineCommand({
      id: 'rule.discard',
      title: 'Discard unsaved changes of the rule',
      shortTitle: 'Discard changes',
      group: 'Rules',
      keywords: 'revert, reset, theirs, undo changes, cancel changes',
      when: onRule,
      undo: { kind: 'hold' },
      disabledReason: () => {
        const open = opened()
        return open && isWritten(open) ? null : 'Nothing has changed'
      },
      run: () => {
        const open = opened()
        const draft = open && drafts.read(draftKey(open))
        if (!open || !draft) return undefined
        store.setState({ faults: [] })
        return changeHere(
          'Changes discarded',
          () => drafts.drop(draftKey(open)),
          () => drafts.write(draftKey(open), draft),
        )
      },
    }),
    defineCommand({
      id: 'rule.merge',
      title: 'Merge my changes with their revision',
      shortTitle: 'Merge',
      group: 'Rules',
      keywords: 'conflict, rebase, theirs, mine, combine, resolve conflict',
      when: onRule,
      keys: ['m'],
      undo: { kind: 'hold' },
      disabledReason: () => {
        const open = opened()
        return open && isBehind(acts.draftOf(open), open.now) ? null : 'Nobody else has changed it'
      },
      run: () => {
        const open = opened()
        if (!open?.now) return undefined
        const draft = acts.draftOf(open)
        const body = merged(open.now, conflictsWith(draft, open.now, typesFor(draft)), store.getState().chosen)
        store.setState({ chosen: {}, faults: [] })
        const back = replaceDraft(drafts, draftKey(open), [draft, { ...draft, base: open.now, body }])
        return { announce: 'Merged; save to keep', ...back }
      },
    }),
  ]
}

function contentCommands(acts: EditorActs): Command[] {
  return [
    defineCommand({
      id: 'rule.addCriterion',
      title: 'Add a criterion…',
      group: 'Rules',
      keywords: 'rule type, parameter, condition, threshold, new condition, add condition, add criteria, limit, logic',
      when: onRule,
      keys: ['c'],
      calls: [calls.change],
      offline: 'local',
      disabledReason: acts.whyNotWrite,
      args: [
        defineArg<'type', string>({
          name: 'type',
          type: 'choice',
          prompt: () => 'Criterion',
          source: async () => {
            const open = acts.opened()
            if (!open) return []
            const { body } = acts.acts.draftOf(open)
            const types = await acts.queries.ensureQueryData(ruleQueries.types(acts.api, typesOf(body)))
            return types
              .filter(({ type }) => !(type in body.criteria))
              .map(({ type, label, description }) => ({ id: type, value: type, title: label, detail: description }))
          },
        }),
      ],
      run: (_, { type }) => {
        const open = acts.opened()
        if (!open) return
        const draft = acts.acts.draftOf(open)
        const { criteria } = draft.body
        const room = PLACEHOLDER in criteria ? criteria : addedCriterion(criteria)
        acts.drafts.write(draftKey(open), {
          ...draft,
          body: { ...draft.body, criteria: chosenCriterion(room, acts.typesFor(draft), type) },
        })
        focusPlace(`criteria.${type}`)
      },
    }),
    defineCommand({
      id: 'rule.backtest',
      title: 'Backtest the draft…',
      shortTitle: 'Backtest…',
      group: 'Rules',
      keywords:
        'simulate, simulation, test, history, what if, try, dry run, above the line, below the line, run on history, replay, tuning, impact, test rule',
      when: onRule,
      keys: ['b'],
      calls: [calls.backtest],
      disabledReason: () => {
        const open = acts.opened()
        if (!open || (open.id !== null && !open.now)) return 'No rule is selected'
        if (!acts.rules.hasTrials()) return NO_TRIALS
        return open.now?.isDeleted ? 'It was deleted' : null
      },
      args: [
        defineArg<'days', (typeof BACKTEST_DAYS)[number]>({
          name: 'days',
          type: 'choice',
          recalls: true,
          prompt: () => 'Over the last',
          source: () => BACKTEST_DAYS.map((value) => ({ id: String(value), value, title: countOf(value, 'day') })),
        }),
      ],
      run: (c, { days }) => {
        const open = acts.opened()
        if (open) void acts.acts.backtest(c, open, days)
      },
    }),
    defineCommand({
      id: 'rule.endBacktest',
      title: 'End the backtest',
      group: 'Rules',
      keywords: 'cancel, stop, abort, quit test, end simulation',
      when: onRule,
      keys: ['x'],
      calls: [calls.cancelBacktest],
      disabledReason: () => (acts.running() === null ? 'No backtest is running' : null),
      run: (c) => {
        const open = acts.opened()
        const uuid = acts.running()
        if (open && uuid) void acts.acts.endBacktest(c, open, uuid)
      },
    }),
  ]
}

function placeCommands({ rules, store, opened, isWritten }: EditorActs): Command[] {
  return [
    defineCommand({
      id: 'rule.panel',
      title: 'Side panel: backtest, shadow mode or none',
      shortTitle: 'Side panel',
      group: 'View',
      keywords: 'pane, backtest, shadow, close, side, results, toggle panel',
      when: onRule,
      keys: ['v'],
      run: () => {
        const next = { none: 'backtest', backtest: 'shadow', shadow: null } as const
        store.setState(({ panel }) => ({ panel: next[panel ?? 'none'] }))
      },
    }),
    defineCommand({
      id: 'rule.section',
      title: (c) => `Go to ${SECTION_LABELS[SECTIONS[(c.digit ?? 1) - 1] ?? 'about'].toLowerCase()}`,
      shortTitle: Object.values(SECTION_LABELS).join(', '),
      group: 'Navigate',
      hidden: true,
      when: onRule,
      keys: ['1..9'],
      run: (c) => {
        const section = SECTIONS[(c.digit ?? 0) - 1]
        if (section) focusSection(section)
      },
    }),
    ...SECTIONS.map((section) =>
      defineCommand({
        id: `rule.${section}`,
        title: `Go to “${SECTION_LABELS[section]}”`,
        shortTitle: SECTION_LABELS[section],
        group: 'Navigate',
        keywords: SECTION_KEYWORDS[section],
        when: onRule,
        run: () => focusSection(section),
      }),
    ),
    defineCommand({
      id: 'rule.edit',
      title: 'Write on the rule',
      shortTitle: 'Write',
      group: 'Rules',
      hidden: true,
      when: all(onRule, not(flag('typing'))),
      keys: ['enter', 'e'],
      run: () => focusSection('about'),
    }),
    defineCommand({
      id: 'rule.leaveField',
      title: 'From the field to the form, where keys are commands',
      shortTitle: 'Leave the field',
      group: 'Navigate',
      hidden: true,
      when: all(onRule, flag('typing')),
      keys: ['escape'],
      run: focusForm,
    }),
    defineCommand({
      id: 'rule.leave',
      title: 'Back to the rules',
      shortTitle: 'Back',
      group: 'Navigate',
      keywords: 'close, exit, return, all rules',
      when: all(onRule, not(flag('typing'))),
      keys: ['escape'],
      plan: (c) => {
        const open = opened()
        const isAsked = open && !(c.source === 'key' && isOnControl()) && isWritten(open)
        return isAsked ? { ...emptyPlan, confirm: 'Leave: not saved, and kept as a draft' } : emptyPlan
      },
      otherwise: (c) => {
        const open = opened()
        if (!open) return null
        if (c.source === 'key' && isOnControl()) {
          focusForm()
          return {}
        }
        // its keys there act on the rule that was left
        if (open.id !== null) rules.list.moveToId(open.id)
        c.ports.navigate(rulesHref(open.platform, store.getState().filter))
        return isWritten(open) ? { announce: 'Not saved; your draft is kept' } : {}
      },
    }),
  ]
}
