/** Bugs that outboxes have, each as an edit of the product's source: the checks must find every one. */
import { COUNTED, UNDONE } from './nemesis.ts'
import type { Edit } from './tree.ts'

export interface Plant {
  name: string
  edits: readonly Edit[]
  /** The event that reveals it, more frequent than otherwise. */
  often: readonly string[]
}

const OUTBOX = 'engine/outbox/outbox.ts'
const FLUSH = 'engine/sender/sender.ts'
const TRANSPORT = 'engine/sender/transport.ts'

export const PLANTS: readonly Plant[] = [
  {
    name: 'a new key for every attempt',
    often: [],
    edits: [
      {
        file: TRANSPORT,
        from: '    opId: row.opId,\n    devSeq: row.seq,',
        to: '    opId: row.attempts > 1 ? crypto.randomUUID() : row.opId,\n    devSeq: row.seq,',
      },
      {
        file: TRANSPORT,
        from: 'outcomes: batch.map(({ row }) => ofResult(results.get(row.opId))),',
        to: 'outcomes: batch.map((_, i) => ofResult(parsed.data.results[i])),',
      },
    ],
  },
  {
    name: 'deleted before it is sent, and put back where that fails',
    often: ['crash while an answer is on its way', 'kill the browser'],
    edits: [
      {
        file: FLUSH,
        from: ' = await transport.send(batch, capabilities)\n',
        to: ` = await this.#ports.db.ops
      .bulkDelete(batch.map(({ row }) => row.seq))
      .then(() => transport.send(batch, capabilities))
      .then(async (exchange) => {
        await this.#ports.db.ops.bulkPut(batch.map(({ row }) => row))
        return exchange
      })
`,
      },
    ],
  },
  {
    name: 'no lock over tabs',
    often: ['freeze'],
    edits: [
      {
        file: FLUSH,
        from: '      await locks\n        .request(lockOf(stem), { signal: turn }, () => this.#lead(turn))\n',
        to: '      await this.#lead(turn)\n',
      },
    ],
  },
  {
    name: 'called saved before it is on disk',
    often: ['crash', 'kill the browser'],
    edits: [
      {
        file: OUTBOX,
        from: '() => append(db, rows)',
        to: `() =>
      new Promise<number[]>((resolve) => {
        resolve(rows.map(() => 0))
        setTimeout(() => void append(db, rows), 400)
      })`,
      },
    ],
  },
  {
    name: 'counted on the screen before it is on disk',
    often: [COUNTED],
    edits: [
      {
        file: 'src/data/engine-client/engine-client.ts',
        from: '    pending.change(entries)\n    const refuse',
        to: `    pending.change(entries)
    this.#set({ ...this.#status, unsent: this.#status.unsent + entries.length })
    const refuse`,
      },
      {
        file: OUTBOX,
        from: '() => append(db, rows)',
        to: `async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      return append(db, rows)
    }`,
      },
    ],
  },
  {
    name: 'called undone and sent all the same',
    often: [UNDONE],
    edits: [
      {
        file: OUTBOX,
        from: `      const together = undoable(rows)
      const undone = await move(db, [...together], () => ({ type: 'undo' }), clock.now())
      return { ...undone, sent: rows.length - together.size }
    })
    await this.tell(moved)
    return { undone: moved.receipts.length, sent }`,
        to: `      return { ...(await move(db, [], () => null, clock.now())), sent: rows.length }
    })
    await this.tell(moved)
    return { undone: sent, sent: 0 }`,
      },
    ],
  },
  {
    name: 'overtaken by what was decided after it',
    often: ['held operations refused one by one'],
    edits: [
      {
        file: 'engine/outbox/pick.ts',
        from: '      waiting.add(row.lane)\n',
        to: '      if (!commutes) waiting.add(row.lane)\n',
      },
    ],
  },
  {
    name: 'ordered by the clock of the wall',
    often: ['clock of the device', 'offline'],
    edits: [
      {
        file: 'engine/outbox/rows.ts',
        from: 'return rows.toSorted((a, b) => a.seq - b.seq)',
        to: 'return rows.toSorted((a, b) => a.createdAt - b.createdAt)',
      },
    ],
  },
  {
    name: 'dropped at 401',
    often: ['signed out'],
    edits: [
      {
        file: 'engine/outbox/op-state-machine.ts',
        from: "      return to(state === 'uncertain' ? 'uncertain' : 'auth', failed(row, event.error))",
        to: "      return { end: 'done' }",
      },
    ],
  },
  {
    name: '5xx taken for sent',
    often: [],
    edits: [
      {
        file: 'engine/outbox/outcome.ts',
        from: "  if (status >= 200 && status < 300) return { type: 'ok' }\n",
        to: "  if ((status >= 200 && status < 300) || status >= 500) return { type: 'ok' }\n",
      },
      {
        file: TRANSPORT,
        from: '      if (!response.ok) {\n        const outcome = wholeOutcome(',
        to: "      if (response.status >= 500) return all({ type: 'ok' })\n      if (!response.ok) {\n        const outcome = wholeOutcome(",
      },
    ],
  },
  {
    name: 'the effect in one transaction and its key in another',
    often: ['database connections broken'],
    edits: [
      {
        file: 'server/ops/idempotency.ts',
        from: '    const answer = await keptAnswer(tx, effect)\n',
        to: '    const answer = await db.transaction().execute((apart) => keptAnswer(apart, effect))\n',
      },
    ],
  },
  {
    name: 'a fold that shows twice what was done once',
    often: [],
    edits: [
      {
        file: 'src/data/engine-client/pending.ts',
        from: ' && !isIn(view, base, entry)) entries.push(entry)',
        to: ') entries.push(entry)',
      },
      {
        file: 'contract/ops/change-case.ts',
        from: '  return base.notes.some((one) => one.id === note.id) ? base : { ...base, notes: [...base.notes, note] }',
        to: '  return { ...base, notes: [...base.notes, note] }',
      },
    ],
  },
  {
    name: 'a key that outlives its platform',
    often: [],
    edits: [
      {
        file: 'engine/vault/purge-platform.ts',
        from: 'await destroyKeys(vault, (_, of) => of === platform)',
        to: 'await Promise.resolve()',
      },
      {
        file: 'engine/vault/key-ring.ts',
        from: "if (row.use !== 'index' && (await ring.find(row.keyId)) === null) await db.keys.delete(row.keyId)",
        to: '{ await ring.find(row.keyId) }',
      },
    ],
  },
]
