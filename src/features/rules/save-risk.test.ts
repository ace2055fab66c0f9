import { expect, it } from 'vitest'
import type { Backtest } from '#contract/model/rules/backtest.ts'
import { newBody, type Draft } from '#src/features/rules/editor/draft.ts'
import { riskOf } from './save-risk.ts'

const at = { date: '2026-03-01 00:00:00', timezone: 'UTC' }
const none = { alerts: 0, byService: [], byCountry: [] }
const side = (alerts: number) => ({ alerts, str: 0, cleared: 0, precision: null })

function backtest(live: number, draft: number, strLost = 0): Backtest {
  const result = {
    from: at,
    to: at,
    on: 'transactions' as const,
    judged: 1,
    draft: side(draft),
    live: side(live),
    gained: none,
    lost: none,
    strLost: { total: strLost, items: [] },
    sample: { gained: [], lost: [] },
    seconds: 1,
  }
  const task = { status: 'Processed' as const, total: 1, done: 1, message: null, createAt: at, author: 'Ines' }
  return { ...task, uuid: 'b', ruleId: null, days: 90, result }
}
const body = newBody('paxum')
const draft: Draft = { base: null, body, tested: body }

it('warns of STRs that would be missed and of alert volumes beyond capacity', () => {
  expect(riskOf(draft, backtest(100, 90, 9), [])).toMatchObject({
    backtest: 'b',
    strLost: 9,
    isStale: false,
    warnings: ['9 STRs of the last 90 days would be missed.'],
  })
  expect(riskOf(draft, backtest(0, 3209), []).warnings).toEqual(['Alerts would rise from 0 to 3,209 in 90 days.'])
  // many more, but few: and many, but not many more
  expect(riskOf(draft, backtest(1, 900), []).warnings).toEqual([])
  expect(riskOf(draft, backtest(800, 1600), []).warnings).toEqual([])
})

it('distinguishes a draft changed since its backtest from one without a backtest', () => {
  const changed = { ...draft, body: { ...body, criteria: { limit_transaction: { limit: '5' } } } }
  expect(riskOf(changed, backtest(1, 1), []).isStale).toBe(true)
  expect(riskOf({ ...draft, body: { ...body, name: 'Another' } }, backtest(1, 1), []).isStale).toBe(false)
  expect(riskOf(draft, undefined, [])).toMatchObject({ backtest: null, warnings: [] })
  expect(riskOf(draft, { ...backtest(1, 1, 5), result: null }, [])).toMatchObject({ backtest: null, warnings: [] })
})
