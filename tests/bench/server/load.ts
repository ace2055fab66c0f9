// A room full of analysts, and what comes from their outboxes.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync, type SyncOp, type SyncResult } from '#contract/calls/sync.ts'
import { statusQuery } from '#contract/model/cases/case.ts'
import type { Database } from '#server/schema/database.ts'
import { quantile } from '#tests/bench/report.ts'
import { ACCOUNTS, type Desk } from './desk.ts'
import { ms, row, type Row } from './row.ts'
import { PLATFORM } from './world.ts'

const SESSIONS = 200
const SECONDS = 20
/** Between an answer and the next request of a session, on average, in milliseconds: faster than anybody works. */
const THINKING = 1000

type CaseIds = { id: string; uuid: string; customer_id: string }

function openCases(db: Kysely<Database>, count: number): Promise<CaseIds[]> {
  const query = db.selectFrom('monitoring_case').select(['id', 'uuid', 'customer_id']).where('platform', '=', PLATFORM)
  return query.where('status', '=', 'new').orderBy('created_at', 'desc').orderBy('id').limit(count).execute()
}

/** Every session looks at the queue, opens cases, searches and writes notes, at a pace of its own. */
export async function measureSessions(desk: Desk, db: Kysely<Database>): Promise<Row[]> {
  const work = await openCases(db, 2000)
  const tokens = await Promise.all(
    Array.from({ length: SESSIONS }, (_, index) => desk.signIn(ACCOUNTS[index % ACCOUNTS.length] ?? '')),
  )
  const times: number[] = []
  let errors = 0
  const end = performance.now() + SECONDS * 1000
  const session = async (token: string, number: number) => {
    for (let step = number; ; step += 1) {
      await pause(THINKING * 2 * Math.abs(Math.sin(step * 12.9898)))
      if (performance.now() > end) return
      const one = work[(number * 37 + step) % work.length]
      const params = { caseId: one?.id ?? '' }
      const answer = await [
        () => desk.send(cases.list, { query: statusQuery('New & Await') }, token),
        () => desk.send(cases.view, { params }, token),
        () => desk.send(cases.list, { query: { ...statusQuery(''), page: 1 + (step % 9) } }, token),
        () => desk.send(cases.view, { params }, token),
        () => desk.send(cases.list, { query: { search: 'silva' } }, token),
        () => desk.send(cases.note, { params, body: { note: 'Looked at.' } }, token),
      ][step % 6]?.()
      if (answer?.status !== 200) errors += 1
      if (answer) times.push(answer.ms)
    }
  }
  await Promise.all(tokens.map(session))
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  return [
    row(`${SESSIONS} sessions: errors`, `${errors} of ${times.length}`, { goal: '0', kept: errors === 0 }),
    row(`${SESSIONS} sessions: p99`, ms(p99), {
      against: `${ms(p50)} p50`,
      ratio: p99 / p50,
      goal: '<= 20',
      kept: p99 <= 20 * p50,
    }),
  ]
}

/** A thousand notes in batches of 200, as an outbox drains, and a hundred one by one. */
export async function measureOps(desk: Desk, db: Kysely<Database>): Promise<Row[]> {
  const work = await openCases(db, 1100)
  const ops = work.map((one, index): SyncOp => ({
    opId: randomUUID(),
    devSeq: index + 1,
    kind: 'case.note',
    kindV: 1,
    target: { platform: PLATFORM, customerId: one.customer_id, caseId: one.id, caseUuid: one.uuid },
    body: { note: 'Asked for the invoice.' },
    clientTime: new Date().toISOString(),
    skewMs: 0,
    offline: true,
  }))
  const drain = async (some: readonly SyncOp[], size: number) => {
    const started = performance.now()
    for (let from = 0; from < some.length; from += size) {
      const body = { device: 'bench', incarnation: 'bench', ops: some.slice(from, from + size) }
      const { status, text } = await desk.send(sync.ops, { body })
      const results = status === 200 ? (JSON.parse(text) as { results: SyncResult[] }).results : []
      if (results.length < body.ops.length || results.some((each) => each.status !== 200)) throw new Error(text)
    }
    return performance.now() - started
  }
  const single = ops.slice(0, Math.floor(ops.length / 11))
  const many = ops.slice(single.length)
  const alone = await drain(single, 1)
  const together = await drain(many, 200)
  const each = { alone: alone / single.length, together: together / many.length }
  return [
    row(`${many.length} operations in batches of 200`, ms(together), {
      against: `${ms(each.alone * many.length)} one by one`,
      ratio: together / (each.alone * many.length),
      goal: '<= 10 s',
      kept: together <= 10_000,
    }),
    row('operations a second in batches', (1000 / each.together).toFixed(0)),
  ]
}
