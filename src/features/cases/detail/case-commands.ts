/** The commands of an open case: its tabs, its neighbours in the queue, its files and the way back. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { closeAlong } from '#src/features/cases/close-case.ts'
import type { CaseFilter } from '#src/features/cases/queue/filter.ts'
import { planClose } from '#src/features/cases/queue/plans.ts'
import { inQueue } from '#src/features/cases/queue/queue-commands.ts'
import { neighbourCommands } from '#src/features/lists/public.ts'
import { closingNotes, aboutAlert, noteArg, templateRef, writeNote } from '#src/features/templates/public.ts'
import type { CaseDeps } from './case-deps.ts'
import { CASE_TABS } from './case-tabs.ts'
import { openCaseActs, type OpenCaseActs } from './open-case-acts.ts'
import { readsOf } from '#src/features/cases/detail/read-first.ts'
import { openAlertNote } from './open-note.ts'

const inCase = inView('case')

/** The commands of the case screen. */
export function caseCommands(
  deps: CaseDeps & { queueAddress(): string; hrefOf(platform: string, filter: CaseFilter): string },
): Command[] {
  const acts = openCaseActs(deps)
  return [...placeCommands(acts), ...alertCommands(acts), ...leaveCommands(acts)]
}

function placeCommands({ showNeighbour, showTab }: OpenCaseActs): Command[] {
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
      shortTitle: 'Alerts, similar, flow, notes',
      group: 'View',
      hidden: true,
      when: inCase,
      keys: ['1', '2', '3', '4'],
      run: showTab,
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
      keywords: ['trigger', 'criteria', 'drawer', 'open', 'similar'],
      when: all(inCase, flag('hasCursor')),
      keys: ['enter', 'o'],
      run: inspect,
    }),
    defineCommand({
      id: 'alert.resolveAll',
      title: 'Resolve all remaining alerts with one note…',
      shortTitle: 'Resolve all remaining…',
      group: 'Triage',
      when: inCase,
      keys: ['shift+enter'],
      disabledReason: () =>
        opened()?.alerts.some((alert) => isOpenAlert(alert.status)) ? null : 'No alert is open on this case',
      args: [
        noteArg(
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
          closeAlong(deps, note.reason),
        ),
      otherwise: (_, { note }, plan) =>
        openAlertNote(deps, whole(), plan, note, { id: 'alert.resolveAll', verb: 'Resolve' }),
    }),
    defineCommand({
      id: 'alert.attach',
      title: 'Attach a file to the alert…',
      shortTitle: 'Attach file…',
      group: 'Triage',
      keywords: ['upload', 'document', 'evidence'],
      when: all(inCase, flag('hasCursor'), flag('alertCursor')),
      keys: ['e'],
      offline: 'block',
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
      when: all(inCase, not(flag('hasSelection'))),
      keys: ['escape'],
      run: leave,
    }),
    defineCommand({
      id: 'queue.showMine',
      title: 'Show my cases',
      group: 'View',
      keywords: ['mine', 'assigned to me', 'own', 'filter'],
      when: inQueue,
      disabledReason: () => (deps.me() ? null : 'Nobody is signed in'),
      run: showMine,
    }),
  ]
}
