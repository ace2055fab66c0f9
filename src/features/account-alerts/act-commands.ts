/** The commands that decide on account alerts: resolve, set, assign, note. They work in the queue, in triage and on a customer. */
import type { Person } from '#contract/model/common.ts'
import type { AlertTarget } from '#contract/model/values.ts'
import {
  defineArg,
  defineCommand,
  emptyPlan,
  type Command,
  type CommandInit,
  type Keywords,
  type CommandId,
  type Effect,
  type Plan,
} from '#src/commands/command.ts'
import { textArg } from '#src/commands/text-arg.ts'
import {
  planAssign,
  planBack,
  planNote,
  planStatus,
  type AlertTargets,
} from '#src/features/account-alerts/queue/plans.ts'
import { onAlerts, onRow } from '#src/features/account-alerts/queue/targets.ts'
import {
  closingNotes,
  dispositionArg,
  templateRef,
  aboutAccountAlert,
  type NoteChoice,
  type Writing,
} from '#src/features/templates/public.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { accountAlertActs, type AccountAlertActs } from './acts.ts'
import { openNote, openSharedNote, wanting } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'

type SetInit = Pick<CommandInit<readonly []>, 'id' | 'keys'> & {
  keywords: Keywords
  words: string
  shortTitle: string
}

/** The commands that write on account alerts. */
export function actCommands(accountAlerts: AccountAlerts): Command[] {
  const acts = accountAlertActs(accountAlerts)
  return [...statusCommands(acts), ...assignCommands(acts), ...noteCommands(acts)]
}

function statusCommands(acts: AccountAlertActs): Command[] {
  const { stacks } = acts.queue
  const close = (sar: 0 | 1) => {
    const words = sar ? 'Resolve with a SAR' : 'Resolve'
    const id = sar ? 'accountAlert.resolveSar' : 'accountAlert.resolve'
    return defineCommand({
      id,
      title: (c) => `${words}: ${acts.of(c).label}…`,
      shortTitle: `${words}…`,
      group: 'Triage',
      keywords: sar
        ? 'suspicious, report, file, file sar, sar, str, file str, true positive, confirm suspicion, escalate to sar, filing, goaml, suspicious activity report'
        : 'close, dismiss, false positive, fp, discount, clear, clear alert, close alert, archive, done, complete, finish, no further action, nfa, no action, not suspicious, benign, resolve alert, disposition, decide, bulk close, close all, template, mark as done, acknowledge',
      when: onAlerts,
      keys: [sar ? 's' : 'r'],
      count: 'rows',
      advance: 'next',
      priority: 10,
      risk: sar ? 'high' : 'low',
      // a bouncing "same again" must not decide an unseen row
      disabledReason: (c) => acts.tooSoon(c) ?? stacks.whyNot(acts.stacked(c), sar === 1),
      args: [
        dispositionArg(
          (c) => `${words}, ${acts.of(c).label}: note`,
          (c) => {
            acts.readFacts(c)
            return closingNotes(sar ? 'account-sar' : 'account', acts.ruleTypesOf(c), acts.only(c))
          },
        ),
      ],
      reads: acts.reads,
      plan: (c, { note }) => {
        const targets = acts.deciding(c)
        const { reason } = note
        const stackOf = stacks.decisionsOn(acts.stacked(c))
        const template = templateRef(note)
        const change = { status: 'resolved', sar, noteOf: acts.noteOf(note), reason, template, stackOf } as const
        return planStatus(targets, change)
      },
      run: acts.goOn,
      otherwise: (c, { note }, plan) =>
        openAlertNote(acts.of(c), plan, note, { id, verb: words, writing: acts.writing }),
    })
  }
  const set = (status: AlertTarget, { words, ...init }: SetInit) =>
    defineCommand({
      ...init,
      title: (c) => `${words}: ${acts.of(c).label}`,
      group: 'Triage',
      when: onAlerts,
      advance: 'next',
      // once sent, undo sets the earlier status
      undo: { kind: 'inverse', make: planBack },
      disabledReason: acts.tooSoon,
      plan: (c) => planStatus(acts.deciding(c), { status }),
      run: acts.goOn,
    })

  return [
    close(0),
    close(1),
    set('await', {
      id: 'accountAlert.await',
      words: 'Set to awaiting response',
      shortTitle: 'Await customer',
      keys: ['w'],
      keywords:
        'wait, pending, hold, on hold, park, awaiting, awaiting response, waiting for customer, pending customer, rfi, information requested, pause',
    }),
    set('in_progress', {
      id: 'accountAlert.progress',
      words: 'Set to in progress',
      shortTitle: 'In progress',
      keys: ['shift+p'],
      keywords:
        'working, started, investigating, under investigation, under review, in review, start work, working on it, begin, wip, underway',
    }),
    set('new', {
      id: 'accountAlert.renew',
      words: 'Return to new',
      shortTitle: 'Set new',
      keys: ['shift+w'],
      keywords: 'back, answered, status new, reset status, open again, resume, unpause, not started',
    }),
    defineCommand({
      id: 'accountAlert.reopen',
      title: (c) => `Reopen: ${acts.of(c).label}…`,
      shortTitle: 'Reopen…',
      group: 'Triage',
      keywords: 'undo, decided, new, open again, reactivate, unresolve, undo close, revive, unarchive',
      when: onAlerts,
      keys: ['shift+r'],
      disabledReason: acts.whyNotReopen,
      args: [textArg('text', (c) => `Why ${acts.of(c).label} is reopened`, 'a note')],
      plan: (c, { text }) => planStatus(acts.deciding(c), { status: 'new', noteOf: () => text }),
    }),
  ]
}

function assignCommands({ queue, me, of, managerOptions, group }: AccountAlertActs): Command[] {
  return [
    defineCommand({
      id: 'accountAlert.assign',
      title: (c) => `Assign ${of(c).label} to…`,
      shortTitle: 'Assign to…',
      group: 'Assign',
      keywords:
        'give, reassign, delegate, transfer, owner, change owner, assignee, allocate, hand off, pass, route, set owner, bulk assign, assign all, analyst, colleague, send to, forward',
      when: onAlerts,
      keys: ['a'],
      count: 'rows',
      line: 'assign, give, reassign, delegate, assign to',
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'choice',
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
      keywords: 'take, claim, mine, grab, pick up, self assign, assign me, take over, own, take ownership, start work',
      when: onAlerts,
      keys: ['m'],
      count: 'rows',
      plan: (c) => {
        const mine = me()
        return mine ? planAssign(of(c), mine) : emptyPlan
      },
    }),
    defineCommand({
      id: 'accountAlert.assignSimilar',
      formerId: 'accountAlert.assignAlike',
      title: 'Assign every open alert of this rule and customer to…',
      shortTitle: 'Assign all similar to…',
      group: 'Assign',
      keywords: 'by rule, group, look-alikes, bulk assign, assign group, reassign similar, same customer, same rule',
      when: onRow,
      keys: ['shift+a'],
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'choice',
          recalls: true,
          prompt: (c) => `Assign all of ${group(c).row?.ruleName ?? 'the rule'} on this customer to`,
          async source(c, query) {
            const { row } = group(c)
            // those that the list has not loaded are assigned too
            if (row) await queue.loadSimilar(row)
            return managerOptions(c, query)
          },
        }),
      ],
      plan: (c, { manager }) => planAssign(group(c).targets, manager),
    }),
  ]
}

function noteCommands({ of, openComment }: AccountAlertActs): Command[] {
  return [
    defineCommand({
      id: 'accountAlert.comment',
      title: (c) => `Add a note: ${of(c).label}…`,
      shortTitle: 'Note…',
      group: 'Triage',
      keywords: 'comment, write, remark, note, add comment, annotate, narrative, memo, log, rationale',
      when: onAlerts,
      keys: ['c'],
      run: openComment,
    }),
    defineCommand({
      id: 'accountAlert.note',
      title: (c) => `Save the note: ${of(c).label}`,
      shortTitle: 'Save note',
      group: 'Triage',
      hidden: true,
      line: 'note, comment, add note',
      when: onAlerts,
      args: [textArg('text', (c) => `Note on ${of(c).label}`, 'a note')],
      plan: (c, { text }) => planNote(of(c), text),
    }),
  ]
}

/** Opens the note on the alerts whose notes want words; null where that is not what kept a plan from writing. */
export function openAlertNote(
  { rowOf }: AlertTargets,
  plan: Plan,
  choice: NoteChoice,
  { id: command, verb, writing }: { id: CommandId; verb: string; writing: () => Writing },
): Effect | null {
  const rows = [...wanting(plan)].flatMap((id) => rowOf(id) ?? [])
  const abouts = rows.map((row) => aboutAccountAlert(row, writing()))
  const [row, another] = rows
  const [about] = abouts
  if (!row || !about) return null
  const rest = { kind: 'account', command, args: {} } as const
  if (!another) return openNote(choice, about, { ...rest, label: `${verb}: ${row.ruleName} on ${row.customerId}` })
  return openSharedNote(choice, abouts, { ...rest, label: `${verb} ${countOf(rows.length, 'alert')}` })
}
