// The cost of a hundred thousand open cases in the engine: sealed chunks opened, filtered, searched, kept. Its own code and the
// platform's cryptography, without a browser.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { searchText } from '#contract/model/cases/case-search.ts'
import { toStamp } from '#contract/model/common.ts'
import { caseShape } from '#engine/replica/case-shape.ts'
import { buildChunk, CHUNK_ROWS, decodeChunk, encodeChunk } from '#engine/replica/chunk.ts'
import { anything } from '#engine/replica/shape.ts'
import { ReplicaTable } from '#engine/replica/table.ts'
import { quantile, round, type Report } from '#tests/bench/report.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'

const ROUNDS = 15
const MB = 1024 * 1024
const NAMES = ['Ada Byron', 'Acme Holding Ltd', 'José Núñez', 'Łucja Wójcik', 'Northwind Traders', 'Zoë Keller']

function makeRow(n: number): ReplicaRow<'case'> {
  const name = NAMES[n % NAMES.length] ?? ''
  const data = { ...caseRow().data, clientName: `${name} ${n % 9973}`, transactionId: String(n) }
  const alerts = Array.from({ length: 1 + (n % 3) }, (_, i) => alertRow({ id: String(n * 3 + i), ruleId: String(i) }))
  const at = { createAt: toStamp(new Date(1_760_000_000_000 - n * 60_000)), status: n % 4 ? 'new' : 'await' } as const
  const search = searchText(`PX${1_000_000 + n}`, { clientName: data.clientName, transactionDesc: 'wire transfer' })
  return { ...caseRow({ id: `PX${1_000_000 + n}`, customerId: String(n % 20_000), data, alerts, ...at }), search }
}

export async function measure({ cases = 100_000 }: { cases?: number } = {}): Promise<Report> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const sealed: { iv: Uint8Array<ArrayBuffer>; ct: ArrayBuffer }[] = []
  for (let from = 0; from < cases; from += CHUNK_ROWS) {
    const rows = Array.from({ length: Math.min(CHUNK_ROWS, cases - from) }, (_, i) => makeRow(from + i))
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const bytes = encodeChunk(buildChunk(caseShape, rows))
    sealed.push({ iv, ct: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) })
  }
  const open = () => Promise.all(sealed.map(({ iv, ct }) => crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, ct)))

  const before = memory()
  const table = new ReplicaTable(caseShape, 'paxum')
  const opened = await open()
  table.replace(opened.map(decodeChunk))
  const heap = memory() - before
  // not all of what cryptography hands out is counted by the runtime
  const buffers = opened.reduce((sum, { byteLength }) => sum + byteLength, 0)

  const condition = caseShape.conditionOf({ 'status[]': ['new'], withoutAssign: '1' }) ?? anything
  const withText = (term: string) => ({ ...anything, text: { term, lines: null } })
  const acts: Record<string, () => unknown> = {
    'open the bytes as they are': open,
    'open, and lay columns over them': async () => (await open()).map(decodeChunk),
    'filter and count': () => table.select(condition),
    'search, few hits': () => table.select(withText('wójcik 777')),
    'search, no hit': () => table.select(withText('nobody at all')),
    'search, many hits': () => table.select(withText('wire')),
    'a page of 200 rows': () => table.page(table.select(condition, 'page'), 20_000, 20_200, Date.now()),
  }
  const times = new Map(Object.keys(acts).map((name) => [name, [] as number[]]))
  // in turns, so that whatever else the machine does meets all of them
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, act] of Object.entries(acts)) {
      const began = performance.now()
      await act()
      times.get(name)?.push(performance.now() - began)
    }
  }
  const rows = [...times].map(([what, taken]) => ({
    what,
    'p50 ms': round(quantile(taken, 0.5)),
    'p95 ms': round(quantile(taken, 0.95)),
  }))
  const [raw = 1, laid = 1] = rows.map((row) => row['p50 ms'])
  const size = sealed.reduce((sum, { ct }) => sum + ct.byteLength, 0)
  return {
    title: `The replica with ${cases.toLocaleString('en')} open cases`,
    rows,
    notes: [
      `${round(size / MB)} MB sealed; held: ${round(buffers / MB)} MB of buffers and ${round(heap / MB)} MB of heap (goal for window and engine together: 120)`,
      `columns over opened bytes: ${round(laid / raw, 2)} times opening them (goal for a whole start: 2)`,
      'In Node, of the engine alone: a start in Chromium, long tasks and draining are not in it.',
    ],
  }
}

/** Heap that is still needed, bytes. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // the first pass finds the buffers of what the second one frees
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
