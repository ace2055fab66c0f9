import { expect, test } from 'vitest'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { pay } from '#tests/support/payments.ts'
import { NOON } from '#tests/support/world.ts'
import { startServer } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
const server = await startServer({ now: () => NOON })

type Terms = Pick<AllowlistBody, 'ruleId' | 'ruleCriteria'> & Partial<AllowlistBody>
const bodyOf = (terms: Terms): AllowlistBody => ({
  name: 'Known corridor',
  comment: 'Watched closely.',
  platform: 'paxum',
  customerType: 'personal',
  ignoreCriteria: false,
  startDate: '2026-03-01',
  endDate: null,
  ...terms,
})
const create = (terms: Terms) => server.call(allowlists.create, { body: bodyOf(terms) }, manager)

let payments = 0

test('config sets of a rule are never suppressed by an allowlist’s own entries', async () => {
  const body = { name: 'Closely watched', value: ['MM'], comment: '', platform: 'paxum' }
  const { configSet } = await server.call(configSets.create, { body }, manager)
  const rule: RuleBody = {
    name: 'Countries',
    description: '',
    platform: 'paxum',
    type: 'transaction',
    criteria: { ip_prohibited_country: { countries: ['KP', 'IR'] } },
    options: { configSets: [String(configSet.id)] },
  }
  const { id } = await server.call(rules.create, { body: rule }, manager)
  const fromTo = (to: string) => pay(`c${to}${(payments += 1)}`, '03-05 10:00', 'ann > x!', 10, { country: to })
  const raisedOn = async (...countries: string[]) => {
    await ingest(server.db, countries.map(fromTo), { platform: 'paxum', now: NOON })
    const rows = await server.db
      .selectFrom('alert')
      .select('trigger_info')
      .where('rule_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.length
  }
  expect(await raisedOn('IR', 'MM')).toBe(2)
  const terms = { ruleId: id, ruleCriteria: { ip_prohibited_country: { countries: ['KP'] } } }
  const tried = await server.call(allowlists.dryRun, { body: bodyOf(terms) }, manager)
  expect(tried.total).toBe(1)
  const saved = await create(terms)
  const covered = await server.call(allowlists.coveredAlerts, { params: { versionId: saved.versionId } }, manager)
  expect(covered.items).toEqual(tried.items)
  expect(await raisedOn('IR', 'MM')).toBe(3)
  // nothing of the rule's own is left to report; what the set lists is
  await create({ ...terms, ruleCriteria: { ip_prohibited_country: { countries: [] } } })
  expect(await raisedOn('KP', 'MM')).toBe(4)
  const reported = { ignoreCriteria: true, reportCriteria: { ip_prohibited_country: { countries: [] } } }
  const told = await server.call(allowlists.dryRun, { body: bodyOf({ ...terms, ...reported }) }, manager)
  expect(told.total).toBe(1)
})
