// Who was given a case with an STR: what leaves no entry, then which one it is.
import { beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#contract/calls/audit.ts'
import { assistant } from '#contract/calls/assistant.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { caseHistory } from '#contract/calls/cases/case-history.ts'
import { facts } from '#contract/calls/cases/facts.ts'
import { NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const clock = { now: NOON }
const as = { as: 'admin' }
const { server, world } = await startInFolder({ now: () => clock.now })
beforeEach(() => {
  clock.now = NOON
})

describe('reads of a case with an STR', () => {
  const reads = async (id: string) => {
    const { items } = await server.call(audit.list, { query: { reads: '1', objectId: id } }, as)
    return items.map(({ by, part, about, at }) => [by.id, part, about?.customerName, at.date.slice(0, 10)])
  }
  const open = async (caseId: string, who: string) => {
    const at = { as: who }
    const params = { caseId }
    await Promise.all([
      server.call(cases.view, { params }, at),
      server.call(cases.flow, { params }, at),
      server.call(cases.rules, { params }, at),
      server.call(cases.precedent, { params }, at),
      server.call(facts.ofCase, { params }, at),
      server.call(caseHistory.ofCase, { params }, at),
    ])
  }
  const set = (id: string, values: object) =>
    server.db.updateTable('monitoring_case').set(values).where('platform', '=', 'paxum').where('id', '=', id).execute()

  test('are not recorded for a case without one, an unknown one, or on another platform', async () => {
    const one = await world.addCase()
    await open(one.id, 'analyst')
    expect(await reads(one.id)).toEqual([])
    await set(one.id, { status: 'complete', recommended_str: 1 })
    const elsewhere = { as: 'admin', platform: 'paydek' }
    expect((await server.send(cases.view, { params: { caseId: one.id } }, elsewhere)).status).toBe(404)
    // a list gives out rows, not what is in the case
    await server.call(cases.list, { query: { pageSize: 10 } })
    expect(await reads(one.id)).toEqual([])
  })

  test('are recorded once per person, case and day, for the first call, recommended or proposed', async () => {
    const one = await world.addCase()
    await set(one.id, { str_proposed_by: 'analyst2', str_proposed_at: NOON })
    clock.now = new Date(NOON.getTime() - 24 * 3_600_000)
    const day = clock.now.toISOString().slice(0, 10)
    await open(one.id, 'analyst')
    await open(one.id, 'analyst')
    await set(one.id, { str_proposed_by: null, str_proposed_at: null, status: 'complete', recommended_str: 1 })
    await server.call(facts.ofCase, { params: { caseId: one.id } }, { as: 'manager' })
    clock.now = NOON
    await open(one.id, 'analyst')
    const next = NOON.toISOString().slice(0, 10)
    expect(await reads(one.id)).toEqual([
      ['analyst', 'Case, STR recommended', 'Ada Byron', next],
      ['manager', 'Case, STR recommended', 'Ada Byron', day],
      ['analyst', 'Case, STR proposed', 'Ada Byron', day],
    ])
    const detail = await server.call(cases.view, { params: { caseId: one.id } })
    expect(JSON.stringify(detail)).not.toContain('read STR')
    const { items } = await server.call(cases.flow, { params: { caseId: one.id } })
    expect(JSON.stringify(items)).not.toContain('read STR')
  })

  test('are recorded for an answer of the assistant too', async () => {
    const one = await world.addCase({ status: 'complete' })
    await set(one.id, { recommended_str: 1 })
    const { token } = await server.call(assistant.ticket, {}, as)
    await server.call(assistant.simpleQuestion, { query: { token, question: `summary of case ${one.id}` } }, as)
    expect(await reads(one.id)).toEqual([
      ['admin', 'Case, STR recommended', 'Ada Byron', NOON.toISOString().slice(0, 10)],
    ])
  })
})
