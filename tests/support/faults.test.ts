import { expect, it } from 'vitest'
import { byChance, Dropped, Faults, isBatch, type Fault } from './faults.ts'

const NOW = Date.UTC(2026, 0, 5, 9)
const op = (opId: string, caseId: string) => ({
  opId,
  kind: 'case.note',
  target: { platform: 'paxum', customerId: '7', caseId },
})

/** A server that records its effects and answers each operation of a batch. */
function make() {
  const done: string[] = []
  const faults = new Faults(
    async (request) => {
      const { ops = [] } = request.method === 'GET' ? {} : ((await request.json()) as { ops?: { opId: string }[] })
      done.push(...(ops.length > 0 ? ops.map(({ opId }) => opId) : [request.method]))
      return Response.json({ results: ops.map(({ opId }) => ({ opId, status: 200 })) })
    },
    { now: () => NOW, wait: async () => undefined },
  )
  const send = (...ops: ReturnType<typeof op>[]) =>
    faults.fetch('/api/sync/ops', { method: 'POST', body: JSON.stringify({ ops }) })
  return { done, faults, send }
}

it.each<[Fault, string[]]>([
  [{ type: 'drop' }, []],
  [{ type: 'drop', after: true }, ['a']],
])('breaks the connection before or after the effect: %o', async (fault, expected) => {
  const { done, faults, send } = make()
  faults.next.push(fault)
  await expect(send(op('a', 'c1'))).rejects.toBeInstanceOf(Dropped)
  expect(done).toEqual(expected)
  expect((await send(op('b', 'c1'))).status).toBe(200)
})

it.each<[Fault, string[], number, boolean]>([
  [{ type: 'status', status: 503 }, [], 503, true],
  [{ type: 'status', status: 500, after: true }, ['a'], 500, true],
  [{ type: 'html' }, [], 200, false],
  [{ type: 'html', after: true }, ['a'], 200, false],
  [{ type: 'redirect' }, [], 302, false],
  [{ type: 'truncated' }, ['a'], 200, false],
  [{ type: 'delay', ms: 5 }, ['a'], 200, true],
  [{ type: 'foreign', body: {} }, [], 200, true],
  [{ type: 'twice' }, ['a', 'a'], 200, true],
])('answers differently from the server: %o', async (fault, expected, status, isJson) => {
  const { done, faults, send } = make()
  faults.next.push(fault)
  const response = await send(op('a', 'c1'))
  const text = await response.text()
  expect([response.status, done, text.length > 0 && text.endsWith('}')]).toEqual([status, expected, isJson])
})

it('delivers late and twice, and reports when everything has arrived', async () => {
  const { done, faults, send } = make()
  faults.next.push({ type: 'late', ms: 5 }, { type: 'twice', isAtOnce: true })
  await expect(send(op('a', 'c1'))).rejects.toBeInstanceOf(Dropped)
  await send(op('b', 'c1'))
  await faults.landed()
  expect(done.toSorted()).toEqual(['a', 'b', 'b'])
})

it('asks for a delay in both forms, by a clock that is off', async () => {
  const { faults, send } = make()
  faults.clockOffset = 3 * 3_600_000
  faults.next.push(
    { type: 'status', status: 429, retryAfter: { seconds: 7 } },
    { type: 'status', status: 503, retryAfter: { inMs: 7000 } },
  )
  const [first, second] = [await send(op('a', 'c1')), await send(op('a', 'c1'))]
  const date = 'Mon, 05 Jan 2026 12:00:00 GMT'
  expect([first.headers.get('retry-after'), first.headers.get('date')]).toEqual(['7', date])
  expect([second.headers.get('retry-after'), second.headers.get('date')]).toEqual([
    'Mon, 05 Jan 2026 12:00:07 GMT',
    date,
  ])
})

it('refuses some of a batch, stops their lanes, and has the rest done', async () => {
  const { done, faults, send } = make()
  faults.next.push({ type: 'results', of: ({ opId }) => (opId === 'a' ? { status: 412, current: 'x' } : undefined) })
  const response = await send(op('a', 'c1'), op('b', 'c1'), op('c', 'c2'))
  const { results } = (await response.json()) as { results: { opId: string; status: number }[] }
  expect(results.map(({ opId, status }) => [opId, status])).toEqual([
    ['a', 412],
    ['b', 424],
    ['c', 200],
  ])
  expect(done).toEqual(['c'])
})

it('delays an answer until something else has happened', async () => {
  const { done, faults, send } = make()
  let resolve = () => {}
  const promise = new Promise<void>((release) => (resolve = release))
  faults.next.push({ type: 'hold', until: promise, after: true })
  const answer = send(op('a', 'c1'))
  await expect.poll(() => done).toEqual(['a'])
  resolve()
  expect((await answer).status).toBe(200)
})

it('leaves reads alone unless told otherwise, and records what it met', async () => {
  const { faults, send } = make()
  faults.next.push({ type: 'drop' }, { type: 'status', status: 500, on: ({ method }) => method === 'GET' })
  expect((await faults.fetch('/api/session')).status).toBe(500)
  expect((await faults.fetch('/api/session')).status).toBe(200)
  await expect(send(op('a', 'c1'))).rejects.toThrow()
  expect(faults.met.map(({ method, path, fault }) => [method, path, fault])).toEqual([
    ['GET', '/api/session', 'status'],
    ['GET', '/api/session', null],
    ['POST', '/api/sync/ops', 'drop'],
  ])
})

it('fails at random only for its targets', async () => {
  const { faults, send } = make()
  const draws = [0.9, 0.1, 0.6]
  faults.storm = byChance(() => draws.shift() ?? 1, 0.5, [{ type: 'html' }, { type: 'drop' }], isBatch)
  expect((await send(op('a', 'c1'))).status).toBe(200)
  expect((await faults.fetch('/api/session', { method: 'POST', body: '{}' })).status).toBe(200)
  await expect(send(op('a', 'c1'))).rejects.toBeInstanceOf(Dropped)
})
