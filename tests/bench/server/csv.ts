// The report as CSV against COPY of the same query straight from PostgreSQL, and of the table as it lies there.
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { reports } from '#contract/calls/reports.ts'
import { csvOfReport } from '#server/reports/queries.ts'
import { copyOf } from '#server/store/copy.ts'
import type { Store } from '#server/store/pool.ts'
import { quantile } from '#tests/bench/report.ts'
import { growth, type Desk } from './desk.ts'
import { interleaved, row, type Row } from './row.ts'
import { PLATFORM } from './world.ts'

/** Without dates it would be the last three months. */
const ALL = { startDate: '1990-01-01 00:00:00', endDate: '2100-01-01 00:00:00' }
const ROUNDS = 3
const MEGABYTE = 1024 * 1024

/** All are read and thrown away, in turns. */
export async function measureCsv(desk: Desk, { db, url }: Store): Promise<Row[]> {
  const probe = await desk.open(reports.csv, { query: { endDate: '1990-01-01 00:00:00' } })
  await probe.body?.cancel()
  if (probe.status !== 200) return [row('report as CSV', `answered ${probe.status}`)]
  let bytes = 0
  let lines = 0
  let grown = 0
  const times = await interleaved(ROUNDS, {
    call: async () => {
      const started = performance.now()
      const read = await growth(desk, async () => count((await desk.open(reports.csv, { query: ALL })).body ?? []))
      ;({ bytes, lines } = read.result)
      grown = Math.max(grown, read.grown)
      return performance.now() - started
    },
    query: () => rawCopy(url, copyOf(csvOfReport(db, PLATFORM, { between: [null, null] }))),
    table: () => rawCopy(url, TABLE),
  })
  const [call, query, table] = [times.call, times.query, times.table].map((each) => quantile(each, 0.5)) as [
    number,
    number,
    number,
  ]
  const rate = (taken: number) => `${Math.round(lines / taken)}k rows/s`
  return [
    row('report as CSV', `${rate(call)}, ${Math.round(bytes / MEGABYTE)} MB`, {
      against: `${rate(query)} COPY of the query`,
      ratio: query / call,
      goal: '>= 0.8',
      kept: query / call >= 0.8,
    }),
    row('COPY of the query', rate(query), { against: `${rate(table)} COPY of the table`, ratio: table / query }),
    row('report as CSV: memory of the server', `+${grown.toFixed(0)} MB`, { goal: '<= 64 MB', kept: grown <= 64 }),
  ]
}

const COLUMNS =
  'id, at, customer_id, client_name, counterparty_name, service, direction, amount, currency, usd, country, data'
const TABLE = `copy (select ${COLUMNS} from transaction where platform = '${PLATFORM}' order by at desc, id desc) to stdout (format csv)`

/** How long a statement takes over a connection of its own, with nothing of ours in between. */
async function rawCopy(url: string, statement: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  const started = performance.now()
  await count(client.query(copyTo(statement)))
  const taken = performance.now() - started
  await client.end()
  return taken
}

async function count(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  let bytes = 0
  let lines = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return { bytes, lines }
}
