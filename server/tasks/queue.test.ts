import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inRequest, openLog } from '#server/core/log.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { TaskQueue, type Worker } from './queue.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.close())

function logged() {
  const lines: { level: number; msg: string; job?: string; jobId?: string; requestId?: string }[] = []
  return { lines, log: openLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

const quiet = async () => {}

test('a failing job is logged and counted at each attempt, and when it is abandoned', { timeout: 60_000 }, async () => {
  const { lines, log } = logged()
  const bad: Worker<object> = {
    name: 'bad',
    retries: 1,
    run: async () => {
      log.warn('deep inside')
      throw new Error('no')
    },
    giveUp: vi.fn(quiet),
  }
  const good: Worker<object> = { name: 'good', run: quiet, giveUp: quiet }
  const queue = new TaskQueue(store.pool, log, [bad, good])
  await queue.start()
  // a job that a request asks for, and that it hurries, is no part of that request
  await inRequest(async () => {
    await store.db.transaction().execute(async (tx) => {
      await queue.send(tx, 'bad', {})
      await queue.send(tx, 'good', {})
    })
    queue.hurry('bad')
  })
  const counts = () =>
    Object.fromEntries(queue.outcomes.map(({ name, outcome, count }) => [`${name} ${outcome}`, count]))
  await expect.poll(counts).toEqual({ 'bad failed': 2, 'good done': 1, 'bad given up': 1 })
  await queue.stop()
  expect(bad.giveUp).toHaveBeenCalledOnce()
  const ofBad = lines.filter(({ job }) => job === 'bad')
  expect(ofBad.map(({ msg }) => msg)).toEqual([
    'deep inside',
    'a job failed',
    'deep inside',
    'a job failed',
    'a job was given up after several attempts',
  ])
  expect(lines.filter(({ requestId }) => requestId !== undefined)).toEqual([])
  expect(new Set(ofBad.slice(0, 4).map(({ jobId }) => jobId))).toEqual(
    new Set([expect.stringMatching(/^[\da-f-]{36}$/)]),
  )
})

test('a job that outlasts a stopped queue and its database does not end the process', { timeout: 60_000 }, async () => {
  const { log } = logged()
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  let end = () => {}
  const run = vi.fn(() => new Promise<void>((resolve) => void (end = resolve)))
  const queue = new TaskQueue(store.pool, log, [{ name: 'slow', run, giveUp: quiet }])
  await queue.start()
  await store.db.transaction().execute((tx) => queue.send(tx, 'slow', {}))
  await expect.poll(() => run.mock.calls.length).toBe(1)
  await queue.stop(1)
  const asked = vi.spyOn(store.pool, 'query').mockImplementation(() => Promise.reject(new Error('closed')) as never)
  end()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await new Promise(setImmediate)
  asked.mockRestore()
  process.off('unhandledRejection', note)
  expect(rejections).toEqual([])
})

test(
  'a database that disconnects while a job ends costs neither the job nor the process',
  { timeout: 60_000 },
  async () => {
    const { lines, log } = logged()
    const rejections: unknown[] = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on('unhandledRejection', note)
    let hasRun = false
    const { pool } = store
    const isAway = vi.spyOn(pool, 'query')
    const worker: Worker<object> = {
      name: 'lasting',
      run: async () => {
        // from here on nothing answers, also not what notes that the job is done
        isAway.mockImplementation(() => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })) as never)
        hasRun = true
      },
      giveUp: quiet,
    }
    const queue = new TaskQueue(pool, log, [worker])
    await queue.start()
    await store.db.transaction().execute((tx) => queue.send(tx, 'lasting', {}))
    await expect.poll(() => hasRun).toBe(true)
    await expect.poll(() => lines.some(({ msg }) => msg === 'the task queue waits for the database')).toBe(true)
    isAway.mockRestore()
    const states = async () => (await pool.query(`select state from pgboss.job where name = 'lasting'`)).rows
    await expect.poll(states).toEqual([{ state: 'completed' }])
    await queue.stop()
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
  },
)
