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
} from '#src/commands/command.ts'
import { textArg } from '#src/commands/text-arg.ts'
import { planAssign, planBack, planNote, planStatus } from '#src/features/account-alerts/queue/plans.ts'
import { onAlerts, onRow } from '#src/features/account-alerts/queue/targets.ts'
import { closingNotes, dispositionArg, templateRef } from '#src/features/templates/public.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { accountAlertActs, type AccountAlertActs } from './acts.ts'
import { openAlertNote } from './open-alert-note.ts'

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

function statusCommands({
  queue: { stacks },
  writing,
  of,
  deciding,
  reads,
  noteOf,
  ruleTypesOf,
  only,
  readFacts,
  stacked,
  tooSoon,
  goOn,
  whyNotReopen,
}: AccountAlertActs): Command[] {
  const close = (sar: 0 | 1) => {
    const words = sar ? 'Resolve with a SAR' : 'Resolve'
    const id = sar ? 'accountAlert.resolveSar' : 'accountAlert.resolve'
    return defineCommand({
      id,
      title: (c) => `${words}: ${of(c).label}…`,
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
      disabledReason: (c) => tooSoon(c) ?? stacks.whyNot(stacked(c), sar === 1),
      args: [
        dispositionArg(
          (c) => `${words}, ${of(c).label}: note`,
          (c) => {
            readFacts(c)
            return closingNotes(sar ? 'account-sar' : 'account', ruleTypesOf(c), only(c))
          },
        ),
      ],
      reads,
      plan: (c, { note }) => {
        const targets = deciding(c)
        const { reason } = note
        const stackOf = stacks.decisionsOn(stacked(c))
        const template = templateRef(note)
        const change = { status: 'resolved', sar, noteOf: noteOf(note), reason, template, stackOf } as const
        return planStatus(targets, change)
      },
      run: goOn,
      otherwise: (c, { note }, plan) => openAlertNote(of(c), plan, note, { id, verb: words, writing }),
    })
  }
  const set = (status: AlertTarget, { words, ...init }: SetInit) =>
    defineCommand({
      ...init,
      title: (c) => `${words}: ${of(c).label}`,
      group: 'Triage',
      when: onAlerts,
      advance: 'next',
      // once sent, undo sets the earlier status
      undo: { kind: 'inverse', make: planBack },
      disabledReason: tooSoon,
      plan: (c) => planStatus(deciding(c), { status }),
      run: goOn,
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
      title: (c) => `Reopen: ${of(c).label}…`,
      shortTitle: 'Reopen…',
      group: 'Triage',
      keywords: 'undo, decided, new, open again, reactivate, unresolve, undo close, revive, unarchive',
      when: onAlerts,
      keys: ['shift+r'],
      disabledReason: whyNotReopen,
      args: [textArg('text', (c) => `Why ${of(c).label} is reopened`, 'a note')],
      plan: (c, { text }) => planStatus(deciding(c), { status: 'new', noteOf: () => text }),
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
