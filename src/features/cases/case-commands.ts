/** The commands of an open case: its tabs, its neighbours in the queue, its files and the way back. */
import { isOpenAlert } from '#contract/model/alert.ts'
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/when.ts'
import { idAtRead } from '#src/features/lists/public.ts'
import {
  closingNotes,
  noteFacts,
  templateRef,
  typedNote,
  writeNote,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'
import type { CaseDeps } from './case-deps.ts'
import { caseHref, queueHref } from './links.ts'
import { noteOfAlert } from './open-note.ts'
import { planClose } from './plans.ts'

const inCase = inView('case')

export const CASE_TABS = ['alerts', 'similar', 'flow', 'notes'] as const
export type CaseTab = (typeof CASE_TABS)[number]

/** The commands of the case screen. */
export function caseCommands(deps: CaseDeps & { queueAddress(): string }): Command[] {
  const { queue } = deps
  const opened = () => queue.atHand.getState().opened
  /** Every alert of the case. */
  const whole = () => {
    const row = opened()
    return { ids: row ? [row.id] : [], rowOf: () => row ?? undefined }
  }

  const neighbour = (direction: 1 | -1) =>
    defineCommand({
      id: direction === 1 ? 'case.next' : 'case.previous',
      title: direction === 1 ? 'Next case of the queue' : 'Previous case of the queue',
      shortTitle: direction === 1 ? 'Next case' : 'Previous case',
      group: 'Navigate',
      when: inCase,
      keys: direction === 1 ? [']', 'g j'] : ['[', 'g k'],
      run: (c) => {
        const { list, store } = queue
        const { source, platform } = store.getState()
        const { order } = list.order.getState()
        const from = opened()?.id ?? ''
        const here = order.indexOf(from)
        const at = (here < 0 ? list.cursor.getState().index : here) + direction
        const goTo = (id: string) => {
          list.moveToId(id)
          c.ports.navigate(caseHref(platform, id))
        }
        const id = order.idAt(at)
        if (id !== undefined) return goTo(id)
        if (!source || at < 0 || at >= order.total) return { announce: 'No further case in the queue' }
        void idAtRead(source, at).then((read) => {
          if (read === undefined) return c.actions.say('The next case could not be read')
          // whoever went elsewhere meanwhile is left there
          return opened()?.id === from ? goTo(read) : undefined
        })
        return { announce: 'Reading on' }
      },
    })

  return [
    neighbour(1),
    neighbour(-1),
    defineCommand({
      id: 'case.tab',
      title: (c) => `Show ${CASE_TABS[(c.digit ?? 1) - 1] ?? 'a tab'}`,
      shortTitle: 'Alerts, similar, flow, notes',
      group: 'View',
      hidden: true,
      when: inCase,
      keys: ['1', '2', '3', '4'],
      run: (c) => {
        const tab = CASE_TABS[(c.digit ?? 0) - 1]
        const row = opened()
        if (tab && row) c.ports.navigate(`${caseHref(row.platform, row.id)}?tab=${tab}`)
      },
    }),
    defineCommand({
      id: 'alert.inspect',
      title: (c) => (c.atoms.alertCursor ? 'Why the alert fired' : `Open ${c.targets[0]}`),
      shortTitle: 'Why the alert fired',
      group: 'Triage',
      keywords: ['trigger', 'criteria', 'drawer', 'open', 'similar'],
      when: all(inCase, flag('hasCursor')),
      keys: ['enter', 'o'],
      run: (c) => {
        const row = opened()
        const id = c.list?.state.cursor.getState().id
        if (!row || !id) return
        if (c.atoms.alertCursor) openDrawer('trigger info', { caseId: row.id, alertId: id })
        else c.ports.navigate(caseHref(row.platform, id))
      },
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
        defineArg<'note', NoteChoice>({
          name: 'note',
          type: 'template',
          prompt: () => `Resolve all of ${opened()?.id ?? ''}: note`,
          source: () => closingNotes('resolve'),
          create: (_, query) => typedNote(query),
        }),
      ],
      plan: (_, { note }) =>
        planClose(
          whole(),
          'resolve',
          (one, alert) => writeNote(note, alert.ruleType, noteFacts(one, alert, deps.writing())),
          note.reason,
          templateRef(note),
        ),
      otherwise: (_, { note }, plan) =>
        noteOfAlert(deps, whole(), plan, note, { id: 'alert.resolveAll', verb: 'Resolve' }),
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
      run: (c) => {
        const row = opened()
        if (row && c.targets[0])
          openDrawer('trigger info', { caseId: row.id, alertId: c.targets[0], isAttaching: true })
      },
    }),
    defineCommand({
      id: 'case.leave',
      title: 'Back to the queue',
      group: 'Navigate',
      when: all(inCase, not(flag('hasSelection'))),
      keys: ['escape'],
      run: (c) => {
        const row = opened()
        if (row) queue.list.moveToId(row.id)
        c.ports.navigate(deps.queueAddress() || queueHref(queue.store.getState().platform))
      },
    }),
  ]
}
