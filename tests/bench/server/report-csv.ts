// The report of ten million rows as CSV: what memory the server and the window take while a fast reader, a slow one, one
// that stops, and the window download it. npm run bench -- report-csv [--rows N] [--json]; the window has to be built.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type BrowserContext } from '@playwright/test'
import { sql, type Kysely } from 'kysely'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { Sessions } from '#server/identity/sessions.ts'
import type { Database } from '#server/schema/database.ts'
import { putIndexesAside, restoreIndexes } from '#server/store/put-indexes-aside.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool } from '#server/store/pool.ts'
import type { Report } from '#tests/bench/report.ts'
import { wholeBrowser } from '#tests/support/chromium.ts'
import { makeFolder, removeFolder, removeLeftovers } from '#tests/support/folder.ts'
import { startProcess, type ServerProcess } from '#tests/support/process.ts'
import { row, type Row } from './row.ts'

const ROWS = 10_000_000
const PLATFORM = 'paxum'
const MEGABYTE = 1024 * 1024
/** How much more memory the second half of a download may take than its first, in megabytes: garbage comes and goes. */
const GOAL = 16
/** How long the window may take, in milliseconds. */
const PATIENCE = 3_600_000
/** A slow reader takes so much at a time, so often, for so long; then it goes. */
const SLOW = { bytes: 256 * 1024, everyMs: 100, forMs: 45_000 }
/** So many points of a curve are printed. */
const POINTS = 12
const QUERY = new URLSearchParams({
  startDate: '1990-01-01 00:00:00',
  endDate: '2100-01-01 00:00:00',
  pageSize: '10000000',
})

export async function measure({ rows = ROWS }: { rows?: number } = {}): Promise<Report> {
  await removeLeftovers()
  const folder = makeFolder()
  const database = await openEmbedded(folder)
  const store = openPool(database.url, { size: 4 })
  try {
    await migrate(store.db)
    await saveAccounts(store.db, DEMO_ACCOUNTS)
    const made = await fill(store.db, rows)
    const server = await startProcess(folder, { LOG_LEVEL: 'error' })
    try {
      const token = await (await Sessions.open(store.db, 12)).start('admin')
      const own = { url: server.url, token, server, rows }
      const parts = [await fast(own), await slow(own), await cancelled(own, store.db), await inWindow(own)]
      return {
        title: `The report as CSV, ${rows.toLocaleString('en')} rows`,
        rows: parts.flatMap(({ rows: some }) => some),
        notes: [
          `The rows were made by generate_series in ${made} s. Memory is resident.`,
          'The window is the whole browser with a file system of its own in place of the file picker; the figures are those of its renderer.',
          ...parts.flatMap(({ curve }) => curve),
        ],
      }
    } finally {
      await server.end('SIGTERM')
    }
  } finally {
    await store.close()
    await database.close()
    await removeFolder(folder)
  }
}

/** As many payments as wanted, of a hundred customers; answers how long it took, in seconds. */
async function fill(db: Kysely<Database>, rows: number): Promise<number> {
  const started = performance.now()
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`insert into customer (platform, id, type, name, country, created_at, profile)
      select ${PLATFORM}, n::text, 'personal', 'Customer ' || n, 'CA', now(), '{}' from generate_series(1, 100) n`.execute(
      connection,
    )
    await putIndexesAside(connection, ['transaction'])
    await sql`insert into transaction (platform, id, at, customer_id, direction, service, amount, currency, usd, country,
        counterparty_country, client_name, counterparty_name)
      select ${PLATFORM}, n::text, timestamptz '2026-01-01' + n * interval '1 second', (n % 100 + 1)::text,
        case when n % 2 = 0 then 'incoming' else 'outgoing' end, 'wire3rdParty', n % 100000, 'USD', n % 100000, 'CA', 'DE',
        'Customer ' || n % 100 + 1, 'Counterparty ' || n % 1000
      from generate_series(1, ${sql.lit(rows)}) n`.execute(connection)
    await restoreIndexes(connection)
    await sql`vacuum analyze transaction`.execute(connection)
  })
  return Math.round((performance.now() - started) / 1000)
}

interface Own {
  url: string
  token: string
  server: ServerProcess
  rows: number
}

const open = ({ url, token }: Own, signal?: AbortSignal) =>
  fetch(`${url}/api/management/report/report.csv?${QUERY}`, {
    headers: { 'auth-token': token, platform: PLATFORM, 'client-version': '2.0.9' },
    ...(signal && { signal }),
  })

/** Resident memory of a process, in megabytes; Linux alone tells. */
const memoryOf = (pid: number) => (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / MEGABYTE

/** The state of a download at one moment; memory in megabytes. */
interface Point {
  seconds: number
  rows: number
  server: number
  /** Null where no window takes part. */
  window: number | null
}

/** Looks while some work is done. `rows`: how many have come by now. */
async function watched<T>(
  own: Own,
  { rows, window = null }: { rows: () => number | Promise<number>; window?: number | null },
  work: () => Promise<T>,
): Promise<{ result: T; points: Point[]; seconds: number }> {
  const started = performance.now()
  const look = async (): Promise<Point> => ({
    seconds: (performance.now() - started) / 1000,
    rows: await rows(),
    server: memoryOf(pidOf(own)),
    window: window === null ? null : memoryOf(window),
  })
  const points = [await look()]
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await pause(200)
      points.push(await look())
    }
  })()
  try {
    const result = await work()
    return { result, points, seconds: (performance.now() - started) / 1000 }
  } finally {
    isOver = true
    await watching
  }
}

/** True if the memory of one of the two grows with the rows: what its second half took at most, against its first. */
function memoryRow(what: string, points: readonly Point[], of: 'server' | 'window'): Row {
  const sizes = points.flatMap((point) => point[of] ?? [])
  const middle = Math.ceil(sizes.length / 2)
  const [first, second] = [Math.max(...sizes.slice(0, middle)), Math.max(...sizes.slice(middle))]
  return row(`${what}: memory of the ${of}`, `${signed(second - first)} MB in the second half`, {
    against: `${sizes[0]?.toFixed(0)} MB before, ${first.toFixed(0)} and ${second.toFixed(0)} at most in each half`,
    goal: `<= +${GOAL} MB`,
    kept: second - first <= GOAL,
  })
}

const signed = (size: number) => `${size < 0 ? '-' : '+'}${Math.abs(size).toFixed(0)}`

/** The curve as a table, at some moments from begin to end. */
function curveOf(what: string, points: readonly Point[]): string[] {
  const shown = Array.from(
    { length: Math.min(POINTS, points.length) },
    (_, n) => points[Math.round((n * (points.length - 1)) / (POINTS - 1))],
  )
  const lines = shown.flatMap((point) => {
    if (!point) return []
    const { seconds, rows, server, window } = point
    const cells = [seconds.toFixed(0), rows.toLocaleString('en'), server.toFixed(0), window?.toFixed(0) ?? '–']
    return [`| ${cells.join(' | ')} |`]
  })
  return ['', `${what}:`, '| Seconds | Rows | Server, MB | Window, MB |', '|---|---|---|---|', ...lines]
}

const pidOf = ({ server }: Own) => server.child.pid ?? 0

interface Part {
  rows: Row[]
  curve: string[]
}

interface Read {
  lines: number
  bytes: number
}
const LINE_FEED = 10
function countIn(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines
}

async function readAll(own: Own, read: Read): Promise<void> {
  const response = await open(own)
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
  for await (const chunk of response.body ?? []) {
    read.lines += countIn(chunk)
    read.bytes += chunk.length
  }
}

async function fast(own: Own): Promise<Part> {
  // the first line holds the names of the columns
  const read: Read = { lines: -1, bytes: 0 }
  const { points, seconds } = await watched(own, { rows: () => Math.max(0, read.lines) }, () => readAll(own, read))
  return {
    rows: [
      row('fast reader', `${Math.round(own.rows / seconds / 1000)}k rows/s, ${Math.round(read.bytes / MEGABYTE)} MB`, {
        against: `${seconds.toFixed(0)} s`,
        goal: 'every row',
        kept: read.lines === own.rows,
      }),
      memoryRow('fast reader', points, 'server'),
    ],
    curve: curveOf('Fast reader', points),
  }
}

async function slow(own: Own): Promise<Part> {
  const controller = new AbortController()
  const read: Read = { lines: -1, bytes: 0 }
  const { points, seconds } = await watched(own, { rows: () => Math.max(0, read.lines) }, async () => {
    const response = await open(own, controller.signal)
    const reader = response.body?.getReader({ mode: 'byob' })
    const started = performance.now()
    while (reader && performance.now() - started < SLOW.forMs) {
      const { done, value } = await reader.read(new Uint8Array(SLOW.bytes))
      if (done) break
      read.lines += countIn(value)
      read.bytes += value.length
      await pause(SLOW.everyMs)
    }
    controller.abort()
  })
  return {
    rows: [
      row('slow reader', `${(read.bytes / MEGABYTE / seconds).toFixed(1)} MB/s`, {
        against: `${seconds.toFixed(0)} s, then gone`,
      }),
      memoryRow('slow reader', points, 'server'),
    ],
    curve: curveOf('Slow reader', points),
  }
}

/** How long the query lives on once its reader has gone. */
async function cancelled(own: Own, db: Kysely<Database>): Promise<Part> {
  const controller = new AbortController()
  const response = await open(own, controller.signal)
  await response.body?.getReader().read()
  controller.abort()
  const started = performance.now()
  const copies = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where query like 'copy (%' and state = 'active'`.execute(db)
    return rows[0]?.n ?? 0
  }
  while ((await copies()) > 0 && performance.now() - started < 30_000) await pause(20)
  const taken = performance.now() - started
  const ended = row('cancelled: until the query has ended', `${taken.toFixed(0)} ms`, {
    goal: '<= 5 s',
    kept: taken <= 5000,
  })
  return { rows: [ended], curve: [] }
}

/** As text: what a loader adds to functions is not there in the page. */
const PICKER = `window.showSaveFilePicker = async () =>
  (await navigator.storage.getDirectory()).getFileHandle('report.csv', { create: true })`

/** The product's own download, into a file system of the browser in place of the picker's file. */
async function inWindow(own: Own): Promise<Part> {
  // a profile on disk: one in memory has no files to stream to
  const profile = makeFolder()
  const context = await chromium.launchPersistentContext(profile, wholeBrowser)
  try {
    await context.addCookies([{ name: 'token', value: own.token, url: own.url, sameSite: 'Strict' }])
    const page = await context.newPage()
    await page.addInitScript({ content: PICKER })
    await page.goto(`${own.url}/admin/${PLATFORM}/reports?timeS=1990-01-01&timeE=2100-01-01`)
    await page.getByRole('grid', { name: 'Transaction report' }).waitFor({ timeout: 120_000 })
    await pause(3000)
    const footer = page.getByRole('contentinfo')
    const progress = page.getByText(/^[\d,]+ rows? · /)
    let rows = 0
    const { points, seconds } = await watched(
      own,
      {
        window: await rendererOf(context),
        rows: async () => {
          const [text = ''] = await progress.allInnerTexts()
          rows = Math.max(rows, Number(text.split(' ')[0]?.replaceAll(',', '') ?? 0))
          return rows
        },
      },
      async () => {
        await page.keyboard.press('Shift+E')
        await footer
          .getByText(/^(Saved the CSV|The CSV was)/)
          .first()
          .waitFor({ timeout: PATIENCE })
      },
    )
    const told = await footer
      .getByText(/the CSV|The CSV/)
      .first()
      .innerText()
    return {
      rows: [
        row('window', told, { against: `${seconds.toFixed(0)} s` }),
        memoryRow('window', points, 'server'),
        memoryRow('window', points, 'window'),
      ],
      curve: curveOf('Window', points),
    }
  } finally {
    await context.close()
    await removeFolder(profile)
  }
}

/** The renderer that has most, which is the page's. */
async function rendererOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (!session) throw new Error('The browser tells nothing of its processes.')
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const [most = 0] = renderers.toSorted((a, b) => memoryOf(b) - memoryOf(a))
  return most
}
