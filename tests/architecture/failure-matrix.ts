// What can go wrong between a key and the server's books, by number; the tests that show it begin with that number.

/** The faults, from 1. */
export const FAULTS: readonly string[] = [
  'the tab is closed as soon as it says saved',
  'the tab crashes while it sends',
  'the browser is killed while it sends',
  'the power fails after it said saved',
  'the answer is lost after the server committed',
  'the request is lost before the server committed',
  'the answer is cut short or is not JSON',
  'two tabs believe that they send, one of them asleep',
  'service worker and page send at the same time',
  'the service worker is killed while it sends',
  'the service worker runs out of time',
  'the last background sync fails too',
  'the service worker is replaced while it sends',
  'somebody else has decided otherwise',
  'somebody else has decided the same',
  'of one batch some meet a conflict',
  'the same key is still being worked on',
  'a key was used for something else',
  'the session ends in the middle of a batch',
  'the session runs out without a network',
  'another user signs in',
  'one object is out of bounds',
  'the access to a platform is withdrawn',
  'the account is closed, or the device revoked',
  'what it was about is gone',
  'too many requests, with a time to wait',
  'the server fails for ten minutes with 500 in the queue',
  'a captive portal answers',
  'the browser says online and nothing gets through',
  'the network comes and goes every second',
  'the clock is set back, or far ahead',
  'the disk is full when something is decided',
  'the disk is full when an answer is written down',
  'the databases are emptied or damaged',
  'the browser gives no storage',
  'an old tab keeps the database from being upgraded',
  'old code meets a newer database',
  'a row of an older version waits to be sent',
  'a row cannot be read',
  'a row was removed by somebody else',
  'it is locked while it sends',
  'a cold start without a network',
  'the wrong words, ten times',
  'signing out with something unsent',
  'clearing the cache with something unsent',
  'an undo meets the sender',
  'the same key pressed twice',
  'what it depends on was refused',
  'the server is restored from a backup',
  'the feed does not know where the reader was',
  'two people change one case',
  'the browser evicts everything',
  'a script that does not belong here looks for keys',
  '5,000 wait at the start',
]

/** The only reason for which a row may go untried on a machine. */
export const NO_NOTIFICATIONS = 'this Chromium shows no notifications'

/** The part of vitest's report in JSON that is read. */
export interface VitestReport {
  testResults: readonly { name: string; assertionResults: readonly { title: string; status: string }[] }[]
}
/** The same of Playwright's: suites within suites. */
export interface PlaywrightSuite {
  file: string
  specs: readonly {
    title: string
    tests: readonly { status: string; annotations?: readonly { type: string; description?: string }[] }[]
  }[]
  suites?: readonly PlaywrightSuite[]
}
export interface PlaywrightReport {
  suites: readonly PlaywrightSuite[]
}

interface Ran {
  title: string
  file: string
  result: 'passed' | 'failed' | 'skipped' | 'excused'
}

function* ofVitest({ testResults }: VitestReport): Generator<Ran> {
  for (const { name, assertionResults } of testResults) {
    for (const { title, status } of assertionResults) {
      const result = status === 'passed' || status === 'failed' ? status : 'skipped'
      yield { title, file: name, result }
    }
  }
}

function* ofSuites(suites: readonly PlaywrightSuite[]): Generator<Ran> {
  for (const { file, specs, suites: within = [] } of suites) {
    for (const { title, tests } of specs) {
      for (const { status, annotations = [] } of tests) {
        // what passed at the second attempt passed
        const hasPassed = status === 'expected' || status === 'flaky'
        const isExcused = annotations.some(({ description }) => description === NO_NOTIFICATIONS)
        const skipped = isExcused ? 'excused' : 'skipped'
        yield { title, file, result: hasPassed ? 'passed' : status === 'skipped' ? skipped : 'failed' }
      }
    }
    yield* ofSuites(within)
  }
}

/** One row of the matrix: what its tests came to, and where they are. */
export interface Row {
  passed: number
  failed: number
  skipped: number
  /** Skipped for the reason that is allowed. */
  excused: number
  files: readonly string[]
}

/** The rows by number, of what ran under a title that begins with a number and a colon. */
export function rowsOf(vitest: VitestReport, playwright: PlaywrightReport): Map<number, Row> {
  const rows = new Map<number, Row>()
  for (const { title, file, result } of [...ofVitest(vitest), ...ofSuites(playwright.suites)]) {
    const number = Number(/^(\d+): /.exec(title)?.[1] ?? 0)
    if (number === 0) continue
    const row = rows.get(number) ?? { passed: 0, failed: 0, skipped: 0, excused: 0, files: [] }
    const name = file.split('/').at(-1) ?? ''
    const files = row.files.includes(name) ? row.files : [...row.files, name]
    rows.set(number, { ...row, files, [result]: row[result] + 1 })
  }
  return rows
}

/** Shown by a test that ran and passed, or was excused, and contradicted by none. */
const hasPassed = (row: Row | undefined) => row !== undefined && row.passed + row.excused > 0 && row.failed === 0

/** The matrix as a table, and whether every row of it passed or was excused; a number that is no row's is a slip of a title. */
export function judged(rows: ReadonlyMap<number, Row>): { table: string; isGood: boolean } {
  const widest = Math.max(...FAULTS.map((fault) => fault.length))
  const lines = FAULTS.map((fault, i) => {
    const row = rows.get(i + 1)
    const counts = row && [
      `${row.passed} passed`,
      row.failed > 0 && `${row.failed} FAILED`,
      row.skipped > 0 && `${row.skipped} skipped`,
      row.excused > 0 && `${row.excused} skipped since ${NO_NOTIFICATIONS}`,
    ]
    const words = counts ? `${counts.filter(Boolean).join(', ')}: ${row.files.join(', ')}` : 'NOT TESTED'
    return `${String(i + 1).padStart(2)}  ${fault.padEnd(widest)}  ${words}`
  })
  const stray = [...rows.keys()].filter((number) => number > FAULTS.length)
  const passed = FAULTS.filter((_, i) => hasPassed(rows.get(i + 1))).length
  const excused = [...rows.values()].filter((row) => row.passed === 0 && row.excused > 0).length
  const table = [
    ...lines,
    ...stray.map((number) => `${number}  is no row of the matrix`),
    `${passed} of ${FAULTS.length} rows passed${excused > 0 ? `, ${excused} of them untried here` : ''}`,
  ].join('\n')
  return { table, isGood: passed === FAULTS.length && stray.length === 0 }
}
