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

/** Files with a test whose title, its own or that of a table's line, begins with a row's number and a colon. */
export function testedIn(files: readonly { path: string; text: string }[]): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { path, text } of files) {
    if (!/\.(test|spec)\.tsx?$/.test(path)) continue
    for (const [, , number] of text.matchAll(/[([]\s*(['"`])(\d+): /g)) {
      const paths = found.get(Number(number)) ?? []
      if (!paths.includes(path)) found.set(Number(number), [...paths, path])
    }
  }
  return found
}

/** The matrix as a table: number, fault, where it is tested. */
export function toTable(tested: ReadonlyMap<number, readonly string[]>): string {
  const widest = Math.max(...FAULTS.map((fault) => fault.length))
  return FAULTS.map((fault, i) => {
    const where = tested.get(i + 1)?.join(', ') ?? 'not yet'
    return `${String(i + 1).padStart(2)}  ${fault.padEnd(widest)}  ${where}`
  }).join('\n')
}
