/** The commands of an open case: its tabs, its neighbours in the queue, its files and the way back. */
import { alerts as calls } from '#contract/calls/cases/alerts.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { closeWithLast } from '#src/features/cases/close-case.ts'
import type { CaseFilter } from '#src/features/cases/queue/filter.ts'
import { planClose } from '#src/features/cases/queue/plans.ts'
import { inQueue } from '#src/features/cases/queue/queue-commands.ts'
import { neighbourCommands } from '#src/features/lists/public.ts'
import { closingNotes, aboutAlert, dispositionArg, templateRef, writeNote } from '#src/features/templates/public.ts'
import type { CaseDeps } from './case-deps.ts'
import { CASE_TABS } from './case-tabs.ts'
import { openCaseActs, type OpenCaseActs } from './open-case-acts.ts'
import { readsOf } from '#src/features/cases/detail/read-first.ts'
import { openAlertNote } from './open-shared-note.ts'

const inCase = inView('case')

/** The commands of the case screen. */
export function caseCommands(
  deps: CaseDeps & { queueAddress(): string; hrefOf(platform: string, filter: CaseFilter): string },
): Command[] {
  const acts = openCaseActs(deps)
  return [...placeCommands(acts), ...alertCommands(acts), ...leaveCommands(acts)]
}

function placeCommands({ showNeighbour, showTab, showHistory }: OpenCaseActs): Command[] {
  return [
    ...neighbourCommands({
      next: 'case.next',
      previous: 'case.previous',
      noun: 'case',
      place: 'the queue',
      when: inCase,
      show: showNeighbour,
    }),
    defineCommand({
      id: 'case.tab',
      title: (c) => `Show ${CASE_TABS[(c.digit ?? 1) - 1] ?? 'a tab'}`,
      shortTitle: 'Alerts, similar, flow, notes, history',
      group: 'View',
      hidden: true,
      when: inCase,
      keys: ['1', '2', '3', '4', '5'],
      run: showTab,
    }),
    defineCommand({
      id: 'case.history',
      title: 'Show the history of the case',
      shortTitle: 'History',
      group: 'View',
      keywords:
        'log, audit, audit trail, timeline, who closed, who decided, who approved, decided by, sealed facts, evidence then, examiner, events, activity, past, what happened, changes',
      when: inCase,
      keys: ['shift+l'],
      run: showHistory,
    }),
  ]
}

function alertCommands({ deps, opened, whole, inspect, openAttaching }: OpenCaseActs): Command[] {
  return [
    defineCommand({
      id: 'alert.inspect',
      title: (c) => (c.atoms.alertCursor ? 'Why the alert fired' : `Open ${c.targets[0]}`),
      shortTitle: 'Why the alert fired',
      group: 'Triage',
      keywords:
        'why, why did it fire, trigger, triggered, criteria, drawer, open alert, alert details, reason, explain, explanation, facts, evidence, rule hit, what happened, details',
      when: all(inCase, flag('hasCursor')),
      keys: ['enter', 'o'],
      run: inspect,
    }),
    defineCommand({
      id: 'alert.resolveAll',
      title: 'Resolve all remaining alerts with one note…',
      shortTitle: 'Resolve all remaining…',
      group: 'Triage',
      keywords:
        'close all, dismiss all, clear all, finish case, remaining, bulk close, bulk resolve, all false positives, resolve everything',
      when: inCase,
      keys: ['shift+enter'],
      disabledReason: () =>
        opened()?.alerts.some((alert) => isOpenAlert(alert.status)) ? null : 'No alert is open on this case',
      args: [
        dispositionArg(
          () => `Resolve all of ${opened()?.id ?? ''}: note`,
          () => closingNotes('resolve'),
        ),
      ],
      reads: () => readsOf(deps, whole()),
      plan: (_, { note }) =>
        planClose(
          { ...whole(), evidenceOf: deps.evidenceOf },
          'resolve',
          (one, alert) => writeNote(note, alert.ruleType, aboutAlert(one, alert, deps.writing())),
          note.reason,
          templateRef(note),
          closeWithLast(deps, note.reason),
        ),
      otherwise: (_, { note }, plan) =>
        openAlertNote(deps, whole(), plan, note, { id: 'alert.resolveAll', verb: 'Resolve' }),
    }),
    defineCommand({
      id: 'alert.attach',
      title: 'Attach a file to the alert…',
      shortTitle: 'Attach file…',
      group: 'Triage',
      keywords:
        'upload, document, evidence, proof, add file, add document, attachment, attach, attach document, screenshot, image, pdf, scan, supporting documents, paperclip, drop file, import file',
      when: all(inCase, flag('hasCursor'), flag('alertCursor')),
      keys: ['e'],
      calls: [calls.attach],
      run: openAttaching,
    }),
  ]
}

function leaveCommands({ deps, leave, showMine }: OpenCaseActs): Command[] {
  return [
    defineCommand({
      id: 'case.leave',
      title: 'Back to the queue',
      group: 'Navigate',
      keywords: 'back, back to list, back to queue, close, exit, leave, return, all cases, up',
      when: all(inCase, not(flag('hasSelection'))),
      keys: ['escape'],
      run: leave,
    }),
    defineCommand({
      id: 'queue.showMine',
      title: 'Show my cases',
      group: 'View',
      keywords:
        'mine, my cases, my queue, my work, assigned to me, own, filter, my worklist, owned by me, my tasks, my inbox, my open cases, me, what is on my plate',
      when: inQueue,
      disabledReason: () => (deps.me() ? null : 'Nobody is signed in'),
      run: showMine,
    }),
  ]
}
