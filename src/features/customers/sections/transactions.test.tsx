import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { NoTransactions, type Narrowed } from './transactions.tsx'

test.each([
  [{ search: '', direction: 'all' }, 'No transactionsThe client has not made or received a payment yet.'],
  [{ search: '', direction: 'incoming' }, 'No resultsThe client has no incoming transaction.'],
  [{ search: 'acme', direction: 'all' }, 'No resultsNo transaction matches “acme”.'],
  [{ search: 'acme', direction: 'outgoing' }, 'No resultsNo outgoing transaction matches “acme”.'],
] as const)('an empty list of transactions says why it is empty: %j', (narrowed: Narrowed, text) => {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(<NoTransactions {...narrowed} />))
  expect(host.textContent).toBe(text)
  root.unmount()
})
