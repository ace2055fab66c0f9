/** The commands that decide on account alerts: resolve, set, assign, note. They work in the queue, in triage and on a customer. */
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import { isOpenAlert } from '#contract/model/alert.ts'
import type { Person } from '#contract/model/common.ts'
import type { AlertTarget } from '#contract/model/values.ts'
import { defineArg, defineCommand, emptyPlan, type Command, type CommandInit, type Ctx } from '#src/commands/command.ts'
import { missingAlertSteps, withSteps } from '#src/features/cases/public.ts'
import {
  accountNoteFacts,
  closingNotes,
  templateRef,
  typedNote,
  writeNote,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { noteOfAlert } from './note-of-alert.ts'
import { planAssign, planBack, planNote, planStatus } from './plans.ts'
import { alertQueue } from './queue.ts'
import { meantBy, onAlerts, onRow } from './targets.ts'

/** The commands that write on account alerts. */
export function actCommands(accountAlerts: AccountAlerts): Command[] {
  const queue = alertQueue(accountAlerts)
  const { triage } = queue
  const { me, mayAssign, assignees, writing } = accountAlerts.ports
  const of = (c: Ctx) => meantBy(c, queue)
  const noteOf = (choice: NoteChoice) => (row: AccountAlertItem) =>
    writeNote(choice, row.ruleType, accountNoteFacts(row, writing()))
  const ruleTypesOf = (c: Ctx) => {
    const { ids, rowOf } = of(c)
    return [...new Set(ids.flatMap((id) => rowOf(id)?.ruleType ?? []))]
  }
  const tooSoon = (c: Ctx) =>
    c.source === 'repeat' && c.atoms.triage && !triage.isReadable() ? 'Not shown long enough yet' : null

  /** In triage a decision goes on to the next alert, and its undo comes back. */
  const goOn = (c: Ctx) => (c.atoms.triage ? triage.advance(true) : {})

  const close = (sar: 0 | 1) => {
    const words = sar ? 'Resolve with a SAR' : 'Resolve'
    const id = sar ? 'accountAlert.resolveSar' : 'accountAlert.resolve'
    return defineCommand({
      id,
      title: (c) => `${words}: ${of(c).label}…`,
      shortTitle: `${words}…`,
      group: 'Triage',
      keywords: sar ? ['suspicious', 'report', 'file'] : ['close', 'dismiss', 'false positive', 'template'],
      when: onAlerts,
      keys: [sar ? 's' : 'r'],
      advance: 'next',
      priority: 10,
      risk: sar ? 'high' : 'low',
      // a bouncing "same again" must not decide what nobody has seen
      disabledReason: tooSoon,
      args: [
        defineArg<'note', NoteChoice>({
          name: 'note',
          type: 'template',
          prompt: (c) => `${words}, ${of(c).label}: note`,
          source: (c) => closingNotes(sar ? 'account-sar' : 'account', ruleTypesOf(c)),
          create: (_, query) => typedNote(query),
        }),
      ],
      plan: (c, { note }) => {
        const targets = of(c)
        const { reason } = note
        const change = { status: 'resolved', sar, noteOf: noteOf(note), reason, template: templateRef(note) } as const
        return withSteps(planStatus(targets, change), missingAlertSteps(accountAlerts.data, targets.ids))
      },
      run: goOn,
      otherwise: (c, { note }, plan) => noteOfAlert(of(c), plan, note, { id, verb: words, writing }),
    })
  }

  type SetInit = Pick<CommandInit<readonly []>, 'id' | 'keys' | 'keywords'> & { words: string; shortTitle: string }
  const set = (status: AlertTarget, { words, ...init }: SetInit) =>
    defineCommand({
      ...init,
      title: (c) => `${words}: ${of(c).label}`,
      group: 'Triage',
      when: onAlerts,
      advance: 'next',
      // once it is sent, the status before is set again
      undo: { kind: 'inverse', make: planBack },
      disabledReason: tooSoon,
      plan: (c) => planStatus(of(c), { status }),
      run: goOn,
    })

  const managerOptions = (c: Ctx, query: string) => {
    const platform = of(c).rowOf(of(c).ids[0] ?? '')?.platform ?? queue.store.getState().platform
    return assignees(platform, query)
  }
  const mayNot = () => (mayAssign() ? null : 'Only managers assign others; m takes work yourself')

  /** The alert under the cursor or in front, with all that are alike. */
  const group = (c: Ctx) => {
    const targets = of(c)
    const row = targets.rowOf(targets.ids[0] ?? '')
    const ids = row ? [row.id, ...queue.alikeOf(row).map(({ id }) => id)] : []
    return { row, targets: { ids, rowOf: (id: string) => targets.rowOf(id) ?? queue.rowOf(id) } }
  }

  return [
    close(0),
    close(1),
    set('await', {
      id: 'accountAlert.await',
      words: 'Set to awaiting response',
      shortTitle: 'Await customer',
      keys: ['w'],
      keywords: ['wait', 'customer', 'information'],
    }),
    set('in_progress', {
      id: 'accountAlert.progress',
      words: 'Set to in progress',
      shortTitle: 'In progress',
      keys: ['shift+p'],
      keywords: ['working', 'started'],
    }),
    set('new', {
      id: 'accountAlert.renew',
      words: 'Set back to new',
      shortTitle: 'Set new',
      keys: ['shift+w'],
      keywords: ['back', 'answered'],
    }),
    defineCommand({
      id: 'accountAlert.reopen',
      title: (c) => `Take up again: ${of(c).label}…`,
      shortTitle: 'Take up again…',
      group: 'Triage',
      keywords: ['reopen', 'undo', 'decided', 'new'],
      when: onAlerts,
      keys: ['shift+r'],
      disabledReason: (c) => {
        const { ids, rowOf } = of(c)
        const isDecided = ids.some((id) => !isOpenAlert(rowOf(id)?.status ?? 'new'))
        return isDecided ? null : 'Only what is decided is taken up again'
      },
      args: [
        defineArg<'text', string>({
          name: 'text',
          type: 'text',
          prompt: (c) => `Why ${of(c).label} is taken up again`,
          source: () => [],
          create: (_, query) => (query.trim() ? { id: 'text', value: query.trim(), title: query.trim() } : null),
        }),
      ],
      plan: (c, { text }) => planStatus(of(c), { status: 'new', noteOf: () => text }),
    }),
    defineCommand({
      id: 'accountAlert.assign',
      title: (c) => `Assign ${of(c).label} to…`,
      shortTitle: 'Assign to…',
      group: 'Assign',
      keywords: ['give', 'manager', 'owner', 'delegate'],
      when: onAlerts,
      keys: ['a'],
      disabledReason: mayNot,
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'manager',
          recalls: true,
          prompt: (c) => `Assign ${of(c).label} to`,
          source: managerOptions,
        }),
      ],
      plan: (c, { manager }) => planAssign(of(c), manager),
    }),
    defineCommand({
      id: 'accountAlert.assignMe',
      title: (c) => `Assign ${of(c).label} to me`,
      shortTitle: 'Assign to me',
      group: 'Assign',
      keywords: ['take', 'mine', 'claim'],
      when: onAlerts,
      keys: ['m'],
      plan: (c) => {
        const mine = me()
        return mine ? planAssign(of(c), mine) : emptyPlan
      },
    }),
    defineCommand({
      id: 'accountAlert.assignAlike',
      title: 'Assign every open alert of this rule and customer to…',
      shortTitle: 'Assign all alike to…',
      group: 'Assign',
      keywords: ['by rule', 'group', 'look-alikes', 'manager'],
      when: onRow,
      keys: ['shift+a'],
      disabledReason: mayNot,
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'manager',
          recalls: true,
          prompt: (c) => `Assign all of ${group(c).row?.ruleName ?? 'the rule'} on this customer to`,
          async source(c, query) {
            const { row } = group(c)
            // those that the list has not loaded are assigned too
            if (row) await queue.loadAlike(row)
            return managerOptions(c, query)
          },
        }),
      ],
      plan: (c, { manager }) => planAssign(group(c).targets, manager),
    }),
    defineCommand({
      id: 'accountAlert.comment',
      title: (c) => `Add a note: ${of(c).label}…`,
      shortTitle: 'Note…',
      group: 'Triage',
      keywords: ['comment', 'write', 'remark'],
      when: onAlerts,
      keys: ['c'],
      run: (c) => {
        const { ids, rowOf, label } = of(c)
        const row = rowOf(ids[0] ?? '')
        const facts = row ? accountNoteFacts(row, writing()) : {}
        openDrawer('case comment', { ids, label, kind: 'account', command: 'accountAlert.note', facts })
      },
    }),
    defineCommand({
      id: 'accountAlert.note',
      title: (c) => `Save the note: ${of(c).label}`,
      shortTitle: 'Save note',
      group: 'Triage',
      hidden: true,
      when: onAlerts,
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
