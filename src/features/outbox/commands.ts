/** The commands of the outbox: send now, try again, give up, copy what was written. */
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/when.ts'
import type { Engine } from '#src/data/engine-client.ts'
import { countOf } from '#src/format/count.ts'
import { isStuck, type Outbox } from './outbox.ts'

const inOutbox = inView('outbox')
const onOp = all(inOutbox, flag('hasCursor'))

/** Words an operation carries: what must never be lost with it. */
export function textOf(body: unknown): string {
  const note = (body as { note?: unknown } | null)?.note
  return typeof note === 'string' ? note : ''
}

/** The commands of the outbox over the engine. */
export function outboxCommands(outbox: Outbox, engine: Engine): Command[] {
  const stuck = (c: Ctx) => c.targets.filter((id) => isStuck(outbox.rowOf(id) ?? ({ state: 'held' } as never)))
  const onlyStuck = (c: Ctx) => (stuck(c).length > 0 ? null : 'Only for what was not sent')
  return [
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
      id: 'outbox.retry',
      title: (c) => `Try again: ${countOf(stuck(c).length, 'operation')}`,
      shortTitle: 'Try again',
      group: 'App',
      keywords: ['resend', 'retry'],
      when: onOp,
      keys: ['r'],
      disabledReason: onlyStuck,
      run: (c) => {
        for (const id of stuck(c)) void engine.resend(id)
        return { announce: 'Queued again' }
      },
    }),
    defineCommand({
      id: 'outbox.discard',
      title: (c) => `Discard ${countOf(stuck(c).length, 'operation')}…`,
      shortTitle: 'Discard…',
      group: 'App',
      keywords: ['delete', 'give up'],
      when: onOp,
      keys: ['#', 'delete'],
      disabledReason: onlyStuck,
      undo: { kind: 'none', confirm: true },
      args: [
        defineArg<'reason', string>({
          name: 'reason',
          type: 'text',
          prompt: () => 'Why it is given up',
          source: () => [
            { id: 'obsolete', value: 'No longer needed', title: 'No longer needed' },
            { id: 'elsewhere', value: 'Done by somebody else', title: 'Done by somebody else' },
          ],
          create: (_, query) => (query.trim() ? { id: 'typed', value: query.trim(), title: query.trim() } : null),
        }),
      ],
      run: (c, { reason }) => {
        for (const id of stuck(c)) void engine.discard(id, reason)
        return { announce: 'Discarded; its receipt keeps the reason' }
      },
    }),
    defineCommand({
      id: 'outbox.copy',
      title: 'Copy what was written',
      shortTitle: 'Copy text',
      group: 'App',
      when: onOp,
      keys: ['y'],
      run: (c) => {
        const text = c.targets.map((id) => textOf(outbox.rowOf(id)?.op.body)).filter(Boolean)
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
