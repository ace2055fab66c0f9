/** The commands that decide: resolve, reject, assign, await, recommend, note. */
import type { CaseAlert, CaseItem } from '#contract/model/case.ts'
import type { Person } from '#contract/model/common.ts'
import type { StrAction } from '#contract/model/values.ts'
import { defineArg, defineCommand, emptyPlan, type Command, type Ctx, type Plan } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView, not } from '#src/commands/when.ts'
import {
  closingNotes,
  noteFacts,
  recommendationNotes,
  templateRef,
  typedNote,
  writeNote,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'
import { targetsOf, withSteps, type CaseDeps, type Targets } from './case-deps.ts'
import { noteOfAlert, openNote, wantsWords } from './open-note.ts'
import { planAssign, planClose, planNote, planRecommend, planStatus } from './plans.ts'
import { strChoices } from './recommendations.ts'

/** A case is under the cursor, selected, in front or open; or an alert of it is in the drawer, which shows no selection. */
export const onCases = any(
  all(inOverlay('none'), any(all(inView('queue'), any(flag('hasCursor'), flag('hasSelection'))), inView('case'))),
  all(inOverlay('alert'), inView('case'), flag('alertCursor'), not(flag('hasSelection'))),
)

/** The commands that write on cases, over what the window lends them. */
export function actCommands(deps: CaseDeps): Command[] {
  const { queue } = deps
  const of = (c: Ctx) => targetsOf(c, queue)
  /** With what of the procedures is left. */
  const warned = (c: Ctx, plan: Plan) => withSteps(plan, deps.missingSteps(of(c).ids))
  const me = () => deps.me() ?? { id: '', name: '' }

  /** Fills the chosen template for one alert, or gives the words that were typed. */
  const noteOf = (choice: NoteChoice) => (row: CaseItem, alert: CaseAlert) =>
    writeNote(choice, alert.ruleType, noteFacts(row, alert, deps.writing()))

  /** The facts of the first alert meant: what a template is previewed with. */
  const firstFacts = (c: Ctx) => {
    const { ids, rowOf, only } = of(c)
    const row = rowOf(ids[0] ?? '')
    const alert = row?.alerts.find((one) => only?.has(one.id)) ?? row?.alerts[0]
    return row && alert ? noteFacts(row, alert, deps.writing()) : null
  }

  const close = (act: 'resolve' | 'reject') => {
    const verb = act === 'resolve' ? 'Resolve' : 'Reject'
    const id = act === 'resolve' ? 'alert.resolve' : 'alert.reject'
    return defineCommand({
      id,
      title: (c) => `${verb} alerts of ${of(c).label}…`,
      shortTitle: `${verb}…`,
      group: 'Triage',
      keywords: act === 'resolve' ? ['close', 'dismiss', 'false positive', 'template'] : ['refuse', 'decline'],
      when: onCases,
      keys: [act === 'resolve' ? 'r' : 'shift+r'],
      advance: 'next',
      priority: 10,
      // a bouncing "same again" must not decide what nobody has seen
      disabledReason: (c) => (c.source === 'repeat' && c.atoms.triage ? deps.tooSoon() : null),
      args: [
        defineArg<'note', NoteChoice>({
          name: 'note',
          type: 'template',
          prompt: (c) => `${verb} alerts of ${of(c).label}: note`,
          source: (c) => closingNotes(act, ruleTypesOf(of(c))),
          create: (_, query) => typedNote(query),
        }),
      ],
      plan: (c, { note }) => warned(c, planClose(of(c), act, noteOf(note), note.reason, templateRef(note))),
      run: () => deps.decided(false),
      otherwise: (c, { note }, plan) => noteOfAlert(deps, of(c), plan, note, { id, verb }),
    })
  }

  return [
    close('resolve'),
    close('reject'),
    defineCommand({
      id: 'case.assign',
      title: (c) => `Assign ${of(c).label} to…`,
      shortTitle: 'Assign to…',
      group: 'Assign',
      keywords: ['give', 'manager', 'owner', 'delegate'],
      when: onCases,
      keys: ['a'],
      disabledReason: () => (deps.mayAssign() ? null : 'Only managers assign others; m takes work yourself'),
      advance: 'none',
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'manager',
          recalls: true,
          prompt: (c) => `Assign ${of(c).label} to`,
          source: (_, query) => deps.assignees(queue.store.getState().platform, query),
        }),
      ],
      plan: (c, { manager }) => planAssign(of(c), manager),
    }),
    defineCommand({
      id: 'case.assignMe',
      title: (c) => `Assign ${of(c).label} to me`,
      shortTitle: 'Assign to me',
      group: 'Assign',
      keywords: ['take', 'mine', 'claim'],
      when: onCases,
      keys: ['m'],
      plan: (c) => (deps.me() ? planAssign(of(c), me()) : emptyPlan),
    }),
    defineCommand({
      id: 'case.await',
      title: (c) => `Set ${of(c).label} to awaiting response`,
      shortTitle: 'Await customer',
      group: 'Triage',
      keywords: ['wait', 'customer', 'information', 'snooze'],
      when: onCases,
      keys: ['w'],
      advance: 'next',
      plan: (c) => planStatus(of(c), 'await'),
      run: () => deps.decided(true),
    }),
    defineCommand({
      id: 'case.renew',
      title: (c) => `Set ${of(c).label} back to new`,
      shortTitle: 'Set new',
      group: 'Triage',
      keywords: ['reopen', 'back', 'answered'],
      when: onCases,
      keys: ['shift+w'],
      plan: (c) => planStatus(of(c), 'new'),
    }),
    defineCommand({
      id: 'case.recommendStr',
      title: (c) => `Recommend on ${of(c).label}: STR or not…`,
      shortTitle: 'Recommend STR…',
      group: 'Triage',
      keywords: ['suspicious', 'report', 'sar', 'file', 'close case', 'complete'],
      when: onCases,
      keys: ['s'],
      risk: 'high',
      advance: 'next',
      args: [
        defineArg<'action', StrAction>({
          name: 'action',
          type: 'choice',
          prompt: (c) => `Recommendation on ${of(c).label}`,
          source(c) {
            const { ids, rowOf } = of(c)
            return strChoices(rowOf(ids[0] ?? ''), deps.review(), ids.length > 1)
          },
        }),
        defineArg<'note', NoteChoice>({
          name: 'note',
          type: 'template',
          prompt: (c) => `Grounds, for ${of(c).label}`,
          source: (_, __, chosen) => recommendationNotes(chosen['action'] as StrAction),
          create: (_, query) => typedNote(query),
        }),
      ],
      plan: (c, { action, note }) => {
        const text = writeNote(note, undefined, firstFacts(c) ?? {})
        return warned(c, planRecommend(of(c), action, text, deps.review(), templateRef(note)))
      },
      run: () => deps.decided(true),
      otherwise: (c, { action, note }, plan) =>
        wantsWords(plan) === null
          ? null
          : openNote(note, firstFacts(c) ?? {}, {
              command: 'case.recommendStr',
              args: { action },
              label: `Grounds, for ${of(c).label}`,
            }),
    }),
    defineCommand({
      id: 'case.comment',
      title: (c) => `Add a note to ${of(c).label}…`,
      shortTitle: 'Note…',
      group: 'Triage',
      keywords: ['comment', 'write', 'remark'],
      when: onCases,
      keys: ['c'],
      run: (c) =>
        openDrawer('case comment', {
          ids: of(c).ids,
          label: of(c).label,
          command: 'case.note',
          facts: firstFacts(c) ?? {},
        }),
    }),
    defineCommand({
      id: 'case.note',
      title: (c) => `Save the note on ${of(c).label}`,
      shortTitle: 'Save note',
      group: 'Triage',
      hidden: true,
      when: any(onCases, inView('case')),
      args: [
        defineArg<'text', string>({
          name: 'text',
          type: 'text',
          prompt: (c) => `Note on ${of(c).label}`,
          source: () => [],
          create: (_, query) => (query.trim() ? { id: 'text', value: query.trim(), title: query.trim() } : null),
        }),
      ],
      plan: (c, { text }) => planNote(of(c), text),
    }),
  ]
}

/** The rule types of the alerts meant, as far as rows say. */
function ruleTypesOf({ ids, rowOf, only }: Targets): string[] {
  const alerts = ids.flatMap((id) => rowOf(id)?.alerts ?? []).filter(({ id }) => only?.has(id) ?? true)
  return [...new Set(alerts.flatMap(({ ruleType }) => ruleType ?? []))]
}
