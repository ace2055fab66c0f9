/** Going through a run by keyboard, whatever its rows are: starting, moving, putting aside, pinning, leaving. */
import {
  defineArg,
  defineCommand,
  targetLabel,
  type Command,
  type CommandId,
  type Ctx,
  type Option,
} from '#src/commands/command.ts'
import { all, flag, inView, not, type View } from '#src/commands/dispatcher/when.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { countOf } from '#src/format/count.ts'
import { MOST_PINS } from './pins.ts'
import type { Triage } from './triage.ts'

interface MovePorts<Row> {
  triage: Triage<Row>
  list: ListState
  /** Resolves when its first rows are there; null where they are. */
  loading(): Promise<void> | null
  view: View
  noun: readonly [one: string, many: string]
  /** The members of representative rows. */
  expand?: (ids: readonly string[]) => readonly string[]
  /** The ids of the commands; never reused. */
  ids: Readonly<Record<'triage' | 'skip' | 'back' | 'lookAgain' | 'pin' | 'leave', CommandId>>
  /** The evidence on the current row that can be pinned, as text. */
  evidence(): Promise<readonly string[]>
}

/** The commands of triage that decide nothing. */
export function moveCommands<Row>({
  triage,
  list,
  loading,
  view,
  noun,
  ids,
  evidence,
  expand = (all) => all,
}: MovePorts<Row>): Command[] {
  const inTriage = all(inView(view), flag('triage'))
  const { pins } = triage
  const front = () => triage.store.getState().step?.rowId ?? null

  const choices = async (): Promise<Option<string>[]> => {
    const rowId = front()
    if (rowId === null) return []
    const held = pins.of(rowId)
    return [...new Set([...(await evidence()), ...held])].map((words) => ({
      id: words,
      value: words,
      title: words,
      ...(held.includes(words) && { detail: 'pinned: takes it off' }),
      ...(!held.includes(words) && held.length >= MOST_PINS && { disabled: 'as many as fit are pinned' }),
    }))
  }

  return [
    defineCommand({
      id: ids.triage,
      title: (c: Ctx) => (c.targets.length > 1 ? `Triage ${targetLabel(c)}` : 'Triage the queue'),
      shortTitle: 'Triage',
      group: 'Triage',
      keywords:
        'work, focus, one by one, review, start working, start, work queue, next alert, go through, alert review, process, investigate, mode, quick review, speed, alerts, begin',
      when: all(inView(view), not(flag('triage'))),
      keys: ['t'],
      gathers: true,
      run: (c) => {
        const begin = () => startRun({ triage, list, noun, expand }, c)
        const rows = loading()
        if (!rows) return { announce: begin() }
        c.actions.holdKeys(rows.then(() => c.actions.say(begin())))
        return undefined
      },
    }),
    defineCommand({
      id: ids.skip,
      title: 'Next alert without deciding',
      shortTitle: 'Skip',
      group: 'Triage',
      keywords: 'next, later, pass, skip, do not decide, next alert, leave for now',
      when: inTriage,
      keys: ['j', 'down'],
      repeat: 'allow',
      run: () => triage.move(1),
    }),
    defineCommand({
      id: ids.back,
      title: 'Previous alert that is open',
      shortTitle: 'Back',
      group: 'Triage',
      keywords: 'previous, go back, previous alert, last one',
      when: inTriage,
      keys: ['k', 'up'],
      repeat: 'allow',
      run: () => triage.move(-1),
    }),
    defineCommand({
      id: ids.lookAgain,
      title: 'Revisit this alert at the end',
      shortTitle: 'Revisit later',
      group: 'Triage',
      keywords: 'later, defer, revisit, postpone, come back, look again, later today, end of queue, park',
      when: inTriage,
      keys: ['space'],
      run: () => {
        triage.putAside()
        return { announce: 'Moved to the end' }
      },
    }),
    defineCommand({
      id: ids.pin,
      title: 'Pin as evidence…',
      group: 'Triage',
      keywords: 'fact, cite, unpin, proof, evidence, attach fact, bookmark, mark, support, star, highlight',
      when: inTriage,
      keys: ['p'],
      undo: { kind: 'hold' },
      disabledReason: () => (front() === null ? 'No alert is shown' : null),
      args: [
        defineArg<'words', string>({
          name: 'words',
          type: 'choice',
          prompt: () => 'Pin as evidence',
          source: choices,
        }),
      ],
      run: (_, { words }) => {
        const rowId = front()
        if (rowId === null) return undefined
        const isOff = pins.of(rowId).includes(words)
        const toggle = () => pins.toggle(rowId, words)
        return { announce: `${isOff ? 'Unpinned' : 'Pinned'}: ${words}`, undo: toggle(), redo: toggle }
      },
    }),
    defineCommand({
      id: ids.leave,
      title: 'Leave triage',
      group: 'Triage',
      keywords: 'stop, exit, quit, end, finish, leave, pause, back to queue, back to list, close',
      when: inTriage,
      keys: ['escape'],
      run: () => {
        const { decided, step } = triage.store.getState()
        triage.leave()
        return step ? { announce: `Triage paused: ${countOf(decided.length, 'decision')}` } : undefined
      },
    }),
  ]
}

/** Starts triage over the selection, or from the cursor to the end; returns what is announced. */
function startRun<Row>(
  { triage, list, noun, expand }: Required<Pick<MovePorts<Row>, 'triage' | 'list' | 'noun' | 'expand'>>,
  { atoms, targets }: Ctx,
): string {
  const { order } = list.order.getState()
  const from = Math.max(0, list.cursor.getState().index)
  const listed = atoms.hasSelection ? targets : idsFrom(order, from)
  const rowIds = expand(listed)
  if (rowIds.length === 0) return 'Nothing to triage'
  list.remember()
  list.clear()
  triage.start(rowIds, !atoms.hasSelection && rowIds === listed)
  return `Triage of ${countOf(rowIds.length, ...noun)}`
}

function idsFrom(order: { total: number; idAt(index: number): string | undefined }, from: number): string[] {
  const ids: string[] = []
  for (let index = from; index < order.total; index++) {
    const id = order.idAt(index)
    if (id !== undefined) ids.push(id)
  }
  return ids
}
