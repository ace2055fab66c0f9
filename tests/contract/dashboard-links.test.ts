// Every row of the dashboard, and the total of the list that it leads to.
import { defaultParseSearch } from '@tanstack/react-router'
import { beforeAll, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import { metrics } from '#contract/calls/metrics.ts'
import { alertFilter, toQuery as alertQuery } from '#src/features/account-alerts/queue/filter.ts'
import { caseFilter, toQuery as caseQuery } from '#src/features/cases/queue/filter.ts'
import { customerFilter, toQuery as customerQuery } from '#src/features/customers/filter.ts'
import { activeCasesHref, PANELS } from '#src/features/dashboard/panels.ts'
import { makeWorld, NOON } from '#tests/support/world.ts'
import { startServer } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const params = { platform: 'paxum' }
const as = { as: 'admin' } as const

const server = await startServer({ now: () => NOW })
beforeAll(async () => {
  const { addCase, addAccountAlert } = await makeWorld(server.db)
  const closed = [{ status: 'resolved' }, { rule: 'velocity', status: 'rejected' }] as const
  for (const [status, recommendedStr, alerts] of [
    ['new', 0, []],
    ['new', 0, [{}, { rule: 'velocity', status: 'new' }, { rule: 'country', status: 'resolved' }]],
    ['await', 0, [{}, { rule: 'country', status: 'in_progress' }]],
    ['error', 0, [{}]],
    ['process', 0, []],
    ['reject', 0, [{ status: 'rejected' }]],
    ['str', 1, closed],
    ['complete', 1, closed],
    ['complete', 1, []],
    ['complete', 0, closed],
    ['complete', 0, []],
    // an alert that was reopened after its case was closed
    ['complete', 0, [{}, { rule: 'velocity', status: 'resolved' }]],
  ] as const) {
    const manager = alerts.length === 2 ? { manager: 'analyst' } : {}
    await addCase({ status, recommendedStr, alerts: [...alerts], ...manager })
  }
  // the limit has found Acme before
  const old = new Date(NOW.getTime() - 31 * 86_400_000)
  await addCase({ customer: 'acme', createdAt: old, alerts: [{ status: 'resolved' }], status: 'complete' })
  await addCase({ customer: 'acme', alerts: [{}] })
  for (const status of ['new', 'await', 'in_progress', 'notification_sent', 'resolved'] as const)
    await addAccountAlert({ status })
  await addAccountAlert({ status: 'resolved', sar: 1 })
})

/** The total of the list at an address, as the window asks for it. */
async function totalAt(href: string): Promise<number> {
  const { pathname, search } = new URL(href, 'http://window')
  const asked = defaultParseSearch(search)
  if (pathname.endsWith('/cases/')) {
    return (await server.call(cases.list, { query: caseQuery(caseFilter.read(asked), 'paxum') }, as)).total
  }
  if (pathname.endsWith('/account-alerts/')) {
    const query = { ...alertQuery(alertFilter.read(asked)), platform: 'paxum' }
    return (await server.call(accountAlerts.queue, { query }, as)).total
  }
  expect(pathname).toBe('/admin/paxum/customers/')
  return (await server.call(customers.list, { query: customerQuery(customerFilter.read(asked), 'paxum') }, as)).total
}

test.each(PANELS)('the rows of “$title” lead to lists with as many rows', async ({ id, hrefOf, note }) => {
  const { items } = await server.call(metrics[id as 'cases'], { params }, as)
  expect(items.length).toBeGreaterThan(1)
  for (const item of items) {
    // days have no name but their date
    const row = 'day' in item ? { ...item, key: String(item.day) } : item
    const { key, count } = row
    const total = await totalAt(hrefOf('paxum', row) ?? '')
    // the panel names the difference if the list counts otherwise
    if (note === undefined) expect(total, key).toBe(count)
    else expect(total, key).toBe(await casesWith(key))
  }
})

/** The number of cases that have an alert of this status. */
async function casesWith(status: string): Promise<number> {
  const found = await server.db
    .selectFrom('alert')
    .select('case_id')
    .distinct()
    .where('platform', '=', 'paxum')
    .where('case_id', 'is not', null)
    .where('status', '=', status)
    .execute()
  return found.length
}

test('the active cases lead to a list with as many rows', async () => {
  const { activeCases } = await server.call(metrics.platform, { params }, as)
  expect(await totalAt(activeCasesHref('paxum'))).toBe(activeCases)
})
