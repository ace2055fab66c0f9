import { expect, test } from 'vitest'
import { isBrokenToken, kindOf, noAnswer, outcomeOf } from './errors.ts'

const outcome = (status: number, method = 'PATCH') => outcomeOf({ kind: kindOf(status), status, method })

test('each error status affects the screen as the catalogue says', () => {
  const statuses = [401, 403, 500, 400, 404, 408, 409, 410, 412, 413, 418, 422, 429, 501, 502, 503]
  expect(Object.fromEntries(statuses.map((status) => [status, outcome(status)]))).toEqual({
    401: 'sign-in',
    403: 'notify',
    500: 'silent',
    400: 'notify',
    404: 'notify',
    408: 'notify',
    409: 'notify',
    410: 'notify',
    412: 'notify',
    413: 'notify',
    418: 'notify',
    422: 'notify',
    429: 'notify',
    501: 'notify',
    502: 'notify',
    503: 'notify',
  })
})

test('a forbidden read leads to /notFound, a refused write keeps the screen', () => {
  expect([outcome(403, 'GET'), outcome(403, 'POST')]).toEqual(['not-found', 'notify'])
})

test('statuses that are handled the same way share a kind', () => {
  expect([404, 410].map(kindOf)).toEqual(['missing', 'missing'])
  expect([409, 412].map(kindOf)).toEqual(['conflict', 'conflict'])
  expect([400, 413, 422].map(kindOf)).toEqual(['invalid', 'invalid', 'invalid'])
  expect([500, 502, 599].map(kindOf)).toEqual(['server', 'server', 'server'])
  expect([405, 418].map(kindOf)).toEqual(['refused', 'refused'])
})

test('a write without an answer is reported, a read is not', () => {
  for (const kind of ['offline', 'timeout'] as const) {
    expect(outcomeOf({ kind, status: null, method: 'POST' })).toBe('notify')
    expect(outcomeOf({ kind, status: null, method: 'GET' })).toBe('silent')
  }
})

test('a request that the user cancelled is silent, and a malformed answer is reported', () => {
  expect(outcomeOf({ kind: 'cancelled', status: null, method: 'GET' })).toBe('silent')
  expect(outcomeOf({ kind: 'garbled', status: 200, method: 'GET' })).toBe('report')
})

test('an error without a message names the call', () => {
  expect(noAnswer('/management/task')).toBe('No answer or no existing method: /management/task')
})

test('the text "undefined" is not used as a token', () => {
  expect(['undefined', 'eyJ', '', null, undefined].map(isBrokenToken)).toEqual([true, false, false, false, false])
})
