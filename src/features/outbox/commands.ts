/** The commands of the outbox and of the desk: send now, answer what is stuck, copy what was written. */
import { changeHere, defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView } from '#src/commands/when.ts'
import type { Engine } from '#src/data/engine-client.ts'
import type { PendingOp } from '#src/data/pending.ts'
import { countOf } from '#src/format/count.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'
import { textOf, whyNotEdit, whyNotMine, whyNotNote } from './compare.ts'
import type { Outbox, OutboxView } from './outbox.ts'
import { isStuck } from './states.ts'

const inOutbox = inView('outbox')
const bare = inOverlay('none')
const onRow = all(any(inOutbox, inView('conflicts')), flag('hasCursor'))
/** On the desk, be it a screen or over a case. */
const onDesk = all(inView('conflicts'), any(inOverlay('dialog'), all(bare, flag('hasCursor'))))
const onBoth = any(onDesk, all(inOutbox, bare, flag('hasCursor')))

/** Why something is given up; chosen, not written, so that a receipt holds no word of a customer. */
const REASONS = [
  'No longer needed',
  'Done by somebody else',
  'Decided by mistake',
  'The case or the alert is gone',
] as const

/** What the drawer for other words is opened with. */
export interface Rewording {
  opId: string
  label: string
  text: string
}

/** The commands over the engine; `desk` is the address of the desk's screen. */
export function outboxCommands(outbox: Outbox, engine: Engine, desk: () => string): Command[] {
  /** What is meant and can be answered; over a case, the first of what is stuck there. */
  const meant = (c: Ctx): readonly PendingOp[] => {
    if (c.atoms.overlay === 'dialog') return outbox.stuckOn(outbox.view.getState().caseId).slice(0, 1)
    return c.targets.flatMap((id) => outbox.rowOf(id) ?? []).filter(isStuck)
  }
  const counted = (c: Ctx) => countOf(meant(c).length, 'operation')
  const unless =
    (why: (row: PendingOp) => string | null) =>
    (c: Ctx): string | null => {
      const rows = meant(c)
      if (rows.length === 0) return 'Only for what was not sent'
      const reasons = rows.map(why)
      return reasons.includes(null) ? null : (reasons[0] ?? null)
    }

  /** Answers each one, and brings them back when that is undone. */
  const answer = (c: Ctx, rows: readonly PendingOp[], how: (opId: string) => Promise<boolean>, said: string) => {
    const ids = rows.map(({ op }) => op.opId)
    const tell = (failed: string) => (results: boolean[]) => {
      if (results.includes(false)) c.actions.say(failed)
    }
    const report = (error: unknown) => c.actions.say(String(error))
    const each = (does: (opId: string) => Promise<boolean>, failed: string) => () =>
      void Promise.all(ids.map(does)).then(tell(failed), report)
    return changeHere(
      said,
      each(how, 'It was answered in another window already'),
      each((id) => engine.restore(id), 'Too late: the server has been told'),
    )
  }
  const hold = { kind: 'hold' } as const
  const sendAgain = (said: string) => (c: Ctx) => {
    const rows = meant(c).filter((row) => whyNotMine(row) === null)
    return answer(c, rows, (id) => engine.resend(id), said)
  }
  const show = (id: Command['id'], tab: OutboxView['tab'], title: string, key: string) =>
    defineCommand({
      id,
      title,
      group: 'View',
      when: inOutbox,
      keys: [key],
      run: () => outbox.view.setState({ tab }),
    })

  return [
    show('outbox.showUnsent', 'unsent', 'Show what is not sent', '1'),
    show('outbox.showOver', 'over', 'Show what is over', '2'),
    defineCommand({
      id: 'outbox.sendNow',
      title: 'Send everything now',
      shortTitle: 'Send now',
      group: 'App',
      keywords: ['flush', 'sync', 'held'],
      offline: 'block',
      keys: ['mod+enter'],
      when: inOutbox,
      run: () => {
        engine.sendNow()
        return { announce: 'Sending what is held' }
      },
    }),
    defineCommand({
      id: 'outbox.open',
      title: 'Before, now and yours',
      group: 'App',
      keywords: ['conflict', 'compare', 'merge'],
      when: all(inOutbox, flag('hasCursor')),
      keys: ['enter', 'o'],
      disabledReason: (c) => (meant(c).length > 0 ? null : 'Only for what was not sent'),
      run: (c) => {
        const [row] = meant(c)
        if (row) outbox.desk.moveTo(outbox.stuck().indexOf(row))
        c.ports.navigate(desk())
      },
    }),
    defineCommand({
      id: 'outbox.openHere',
      title: 'See why your decision on this case was not taken',
      shortTitle: 'Your decision was not taken',
      group: 'Triage',
      keywords: ['conflict', 'merge', 'theirs', 'mine'],
      when: all(inView('case'), flag('hasCursor'), flag('stuck')),
      keys: ['enter'],
      run: () => outbox.view.setState({ isDeskOpen: true }),
    }),
    defineCommand({
      id: 'outbox.theirs',
      title: (c) => `Keep what the server has: ${counted(c)}`,
      shortTitle: 'Theirs',
      group: 'App',
      keywords: ['keep', 'accept', 'give up'],
      when: onDesk,
      keys: ['1'],
      undo: hold,
      disabledReason: unless(() => null),
      run: (c) => answer(c, meant(c), (id) => engine.discard(id, 'Kept theirs'), 'Kept theirs'),
    }),
    defineCommand({
      id: 'outbox.mine',
      title: (c) => `Send yours on top of it: ${counted(c)}`,
      shortTitle: 'Mine',
      group: 'App',
      keywords: ['overwrite', 'send again', 'insist'],
      when: onDesk,
      keys: ['2'],
      undo: hold,
      disabledReason: unless(whyNotMine),
      run: sendAgain('Yours is sent on top of it'),
    }),
    defineCommand({
      id: 'outbox.noteOnly',
      title: (c) => `Keep only your words, as a note: ${counted(c)}`,
      shortTitle: 'Note only',
      group: 'App',
      keywords: ['comment', 'convert', 'keep text'],
      when: onDesk,
      keys: ['3', 'c'],
      undo: hold,
      disabledReason: unless(whyNotNote),
      run: (c) =>
        answer(
          c,
          meant(c).filter((row) => whyNotNote(row) === null),
          (id) => engine.resend(id, { isNoteOnly: true }),
          'Your words are kept as a note',
        ),
    }),
    defineCommand({
      id: 'outbox.retry',
      title: (c) => `Send again: ${counted(c)}`,
      shortTitle: 'Send again',
      group: 'App',
      keywords: ['resend', 'retry', 'try again'],
      when: onBoth,
      keys: ['r'],
      undo: hold,
      disabledReason: unless(whyNotMine),
      run: sendAgain('Queued again'),
    }),
    defineCommand({
      id: 'outbox.edit',
      title: 'Change the note and send again…',
      shortTitle: 'Change the note…',
      group: 'App',
      keywords: ['edit', 'reword'],
      when: onBoth,
      keys: ['e'],
      disabledReason: unless(whyNotEdit),
      run: (c) => {
        const row = meant(c).find((one) => whyNotEdit(one) === null)
        if (!row) return
        outbox.view.setState({ isDeskOpen: false })
        const value: Rewording = { opId: row.op.opId, label: row.label, text: textOf(row.op.body) }
        openDrawer('other words', value)
      },
    }),
    defineCommand({
      id: 'outbox.reword',
      title: 'Send again with these words',
      group: 'App',
      hidden: true,
      when: inOverlay('drawer'),
      undo: hold,
      args: [
        defineArg<'words', { opId: string; note: string }>({
          name: 'words',
          type: 'text',
          prompt: () => 'Note',
          source: () => [],
        }),
      ],
      run: (c, { words: { opId, note } }) => {
        const row = outbox.rowOf(opId)
        return answer(c, row ? [row] : [], (id) => engine.resend(id, { note }), 'Queued again with your words')
      },
    }),
    defineCommand({
      id: 'outbox.discard',
      title: (c) => `Discard ${counted(c)}…`,
      shortTitle: 'Discard…',
      group: 'App',
      keywords: ['delete', 'give up'],
      when: onRow,
      keys: ['#', 'delete'],
      undo: hold,
      disabledReason: unless(() => null),
      args: [
        defineArg<'reason', string>({
          name: 'reason',
          type: 'reason',
          prompt: () => 'Why it is given up',
          source: () => REASONS.map((reason) => ({ id: reason, value: reason, title: reason })),
        }),
      ],
      run: (c, { reason }) =>
        answer(c, meant(c), (id) => engine.discard(id, reason), 'Discarded; its receipt keeps the reason'),
    }),
    defineCommand({
      id: 'outbox.copy',
      title: 'Copy what was written',
      shortTitle: 'Copy text',
      group: 'App',
      when: onBoth,
      keys: ['y'],
      run: (c) => {
        const rows = c.atoms.overlay === 'dialog' ? meant(c) : c.targets.map((id) => outbox.rowOf(id))
        const text = rows.map((row) => textOf(row?.op.body)).filter(Boolean)
        if (text.length === 0) return { announce: 'There are no words in it' }
        navigator.clipboard.writeText(text.join('\n\n')).then(
          () => c.actions.say('Copied'),
          () => c.actions.say('The browser did not let the text be copied'),
        )
        return undefined
      },
    }),
  ]
}
