import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { Backtest, BacktestResult } from '#contract/model/rules/backtest.ts'
import { DataProvider, type Data } from '#src/data/data.ts'
import { BacktestReport } from './backtest-report.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const side = { alerts: 3, str: 1, cleared: 2, precision: 0.33 }
const difference = { alerts: 0, byService: [], byCountry: [] }
const resultOf = (missed: number) =>
  ({
    draft: side,
    live: side,
    gained: difference,
    lost: difference,
    sample: { gained: [], lost: [] },
    judged: 100,
    on: 'transactions',
    seconds: 1,
    strLost: { total: missed, items: [] },
  }) as unknown as BacktestResult

async function report(missed: number): Promise<HTMLElement> {
  const reference = { find: () => undefined, isLoaded: () => true, subscribe: () => () => {}, load: async () => {} }
  const host = document.createElement('div')
  await act(async () =>
    createRoot(host).render(
      <DataProvider value={{ reference } as unknown as Data}>
        <BacktestReport
          backtest={{ ruleId: '7', days: 90, beside: null } as unknown as Backtest}
          result={resultOf(missed)}
          platform="paxum"
        />
      </DataProvider>,
    ),
  )
  return host
}

test('STRs that the draft would miss are the first thing said, in red and as an alert, before any table', async () => {
  const host = await report(9)
  const first = host.firstElementChild?.firstElementChild
  expect(first?.getAttribute('aria-label')).toBe('STRs the draft would miss')
  const alert = first?.querySelector('[role=alert]')
  expect(alert?.textContent).toBe('9 STRs that the draft would miss')
  expect(alert?.classList.contains('text-stop')).toBe(true)
  expect(first?.querySelector('table')).toBeNull()
  expect(host.querySelector('table')).not.toBeNull()
})

test('without one nothing is red, and it is said that none would be missed', async () => {
  const host = await report(0)
  expect(host.querySelector('[role=alert], .text-stop')).toBeNull()
  expect(host.textContent).toContain('No STR would be missed')
})
