/** The commands of the outbox and of the desk: send now, answer what is stuck, copy what was written. */
import { defineArg, defineCommand, type Command, type Keywords } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView } from '#src/commands/dispatcher/when.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import { whyNotAgain, whyNotEdit, whyNotMine, whyNotNote } from './compare.ts'
import type { Outbox, OutboxView } from './outbox.ts'
import { outboxActs, type OutboxActs, type OutboxPlaces } from './acts.ts'

const inOutbox = inView('outbox')
const bare = inOverlay('none')

const onRow = all(any(inOutbox, inView('conflicts')), flag('hasCursor'))

/** On the desk, be it a screen or over a case. */
const onDesk = all(inView('conflicts'), any(inOverlay('dialog'), all(bare, flag('hasCursor'))))
const onBoth = any(onDesk, all(inOutbox, bare, flag('hasCursor')))

/** The reasons for discarding; chosen from a list, so that a receipt contains no customer data. */
const REASONS = [
  'No longer needed',
  'Done by somebody else',
  'Decided by mistake',
  'The case or the alert is gone',
] as const

/** The commands over the engine. */
export function outboxCommands(outbox: Outbox, engine: Engine, places: OutboxPlaces): Command[] {
  const acts = outboxActs(outbox, engine, places)
  return [...listCommands(acts), ...answerCommands(acts), ...wordCommands(acts)]
}

function listCommands({ outbox, engine, meant, openDesk }: OutboxActs): Command[] {
  const show = (
    id: Command['id'],
    tab: OutboxView['tab'],
    { title, key, keywords }: { title: string; key: string; keywords: Keywords },
  ) =>
    defineCommand({
      id,
      title,
      group: 'View',
      keywords,
      when: inOutbox,
      keys: [key],
      run: () => outbox.view.setState({ tab }),
    })

  return [
    show('outbox.showUnsent', 'unsent', {
      title: 'Show unsent',
      key: '1',
      keywords: 'pending, queued, waiting, not sent, unsynced, held',
    }),
    show('outbox.showOver', 'over', {
      title: 'Show history',
      key: '2',
      keywords: 'sent, history, past, done, receipts, log, delivered',
    }),
    defineCommand({
      id: 'outbox.sendNow',
      title: 'Send everything now',
      shortTitle: 'Send now',
      group: 'App',
      keywords:
        'flush, sync, sync now, synchronize, push, upload, held, send, transmit, submit now, force sync, save now, flush queue',
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
      keywords: 'conflict, compare, merge, diff, see difference, why rejected, details',
      when: all(inOutbox, flag('hasCursor')),
      keys: ['enter', 'o'],
      disabledReason: (c) => (meant(c).length > 0 ? null : 'Only for what was not sent'),
      run: openDesk,
    }),
    defineCommand({
      id: 'outbox.openHere',
      title: 'See why the server rejected your decision on this case',
      shortTitle: 'The server rejected your decision',
      group: 'Triage',
      keywords: 'conflict, merge, theirs, mine, rejected, why rejected, error, not saved, failed',
      when: all(inView('case'), flag('hasCursor'), flag('stuck')),
      keys: ['enter'],
      run: () => outbox.view.setState({ isDeskOpen: true }),
    }),
  ]
}

/** The answers to a conflict or a dead letter. */
function answerCommands(acts: OutboxActs): Command[] {
  const { engine, meant, counted, unless, answer, hold, sendAgain, decideAgain } = acts
  return [
    defineCommand({
      id: 'outbox.theirs',
      title: (c) => `Keep the server’s version: ${counted(c)}`,
      shortTitle: 'Theirs',
      group: 'App',
      keywords: 'keep, accept, discard mine, accept theirs, use server, server version, keep theirs, drop mine',
      when: onDesk,
      keys: ['1'],
      undo: hold,
      disabledReason: unless(() => null),
      run: (c) => answer(c, meant(c), (id) => engine.calls.discard(id, 'Kept theirs'), 'Kept theirs'),
    }),
    defineCommand({
      id: 'outbox.mine',
      title: (c) => `Send yours over it: ${counted(c)}`,
      shortTitle: 'Mine',
      group: 'App',
      keywords: 'overwrite, insist, keep mine, force, my version, use mine, send mine, override',
      when: onDesk,
      keys: ['2'],
      undo: hold,
      disabledReason: unless(whyNotMine),
      run: sendAgain('Yours is sent over it'),
    }),
    defineCommand({
      id: 'outbox.noteOnly',
      title: (c) => `Keep only your text, as a note: ${counted(c)}`,
      shortTitle: 'Note only',
      group: 'App',
      keywords: 'comment, convert, keep text, save text, as note, note',
      when: onDesk,
      keys: ['3', 'c'],
      undo: hold,
      disabledReason: unless(whyNotNote),
      run: (c) =>
        answer(
          c,
          meant(c).filter((row) => whyNotNote(row) === null),
          (id) => engine.resend(id, { isNoteOnly: true }),
          'Your text is kept as a note',
        ),
    }),
    defineCommand({
      id: 'outbox.retry',
      title: (c) => `Send again: ${counted(c)}`,
      shortTitle: 'Send again',
      group: 'App',
      keywords: 'resend, retry, try again, again, requeue, rerun, send again, failed',
      when: onBoth,
      keys: ['r'],
      undo: hold,
      disabledReason: unless(whyNotMine),
      run: sendAgain('Queued again'),
    }),
    defineCommand({
      id: 'outbox.decideAgain',
      title: 'Open it and decide again',
      shortTitle: 'Decide again',
      group: 'App',
      keywords: 'redo, decide, reopen, open case, open alert, facts, evidence, refused, go to case, resolve again',
      when: onBoth,
      keys: ['d'],
      disabledReason: unless(whyNotAgain),
      run: decideAgain,
    }),
  ]
}

function wordCommands(acts: OutboxActs): Command[] {
  return [
    defineCommand({
      id: 'outbox.edit',
      title: 'Change the note and send again…',
      shortTitle: 'Change the note…',
      group: 'App',
      keywords: 'edit, reword, rewrite, correct, change text, modify, fix note',
      when: onBoth,
      keys: ['e'],
      disabledReason: acts.unless(whyNotEdit),
      run: acts.reword,
    }),
    defineCommand({
      id: 'outbox.reword',
      title: 'Send again with this note',
      group: 'App',
      hidden: true,
      when: inOverlay('drawer'),
      undo: acts.hold,
      args: [
        defineArg<'words', { opId: string; note: string }>({
          name: 'words',
          type: 'text',
          prompt: () => 'Note',
          source: () => [],
        }),
      ],
      run: (c, { words: { opId, note } }) => {
        const row = acts.outbox.rowOf(opId)
        return acts.answer(
          c,
          row ? [row] : [],
          (id) => acts.engine.resend(id, { note }),
          'Queued again with the edited note',
        )
      },
    }),
    defineCommand({
      id: 'outbox.discard',
      title: (c) => `Discard ${acts.counted(c)}…`,
      shortTitle: 'Discard…',
      group: 'App',
      keywords: 'delete, discard, remove, drop, cancel, throw away, abandon, clear',
      when: onRow,
      keys: ['#', 'delete'],
      undo: acts.hold,
      disabledReason: acts.unless(() => null),
      args: [
        defineArg<'reason', string>({
          name: 'reason',
          type: 'reason',
          prompt: () => 'Reason for discarding',
          source: () => REASONS.map((reason) => ({ id: reason, value: reason, title: reason })),
        }),
      ],
      run: (c, { reason }) =>
        acts.answer(
          c,
          acts.meant(c),
          (id) => acts.engine.calls.discard(id, reason),
          'Discarded; its receipt keeps the reason',
        ),
    }),
    defineCommand({
      id: 'outbox.copy',
      title: 'Copy what was written',
      shortTitle: 'Copy text',
      group: 'App',
      keywords: 'clipboard, copy note, copy content, text',
      when: onBoth,
      keys: ['y'],
      run: acts.copyWords,
    }),
  ]
}
