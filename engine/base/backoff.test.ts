import { describe, expect, it } from 'vitest'
import { backoff, isDue, MAX_WAIT_MS, retryAfter } from './backoff.ts'

const at = (value: string, date?: string) => new Headers({ 'retry-after': value, ...(date && { date }) })

describe('the retry delay', () => {
  it('doubles up to a maximum of five minutes and is never zero', () => {
    expect([1, 2, 3, 9, 50].map((n) => backoff(n, 0.999_999))).toEqual([1000, 2000, 4000, 256_000, MAX_WAIT_MS])
    expect([1, 5, 50].map((n) => backoff(n, 0))).toEqual([1000, 1000, 1000])
  })

  it('ignores an invalid Retry-After', () => {
    expect([new Headers(), at('soon'), at('-3'), at('2 minutes')].map((headers) => retryAfter(headers, 0))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('reads Retry-After as seconds, and as dates by the clock of the server', () => {
    const now = Date.parse('2026-01-01T03:00:00Z')
    expect(retryAfter(at('7'), now)).toBe(7000)
    expect(retryAfter(at('Thu, 01 Jan 2026 00:00:30 GMT', 'Thu, 01 Jan 2026 00:00:10 GMT'), now)).toBe(20_000)
    expect(retryAfter(at('99999'), now)).toBe(MAX_WAIT_MS)
  })

  it('treats a wait beyond the maximum as a changed clock', () => {
    expect([isDue(99, 100), isDue(101, 100), isDue(100 + MAX_WAIT_MS + 1, 100)]).toEqual([true, false, true])
  })
})
