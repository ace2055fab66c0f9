// A search finds what is shown, however it is spelt; server and replica find the same.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { UNFINISHED_CASES } from '#contract/model/cases/case.ts'
import { accountAlertShape, type AccountAlertQuery } from '#engine/replica/account-alert-shape.ts'
import { caseShape, type CaseListQuery } from '#engine/replica/case-shape.ts'
import type { ReplicaTable } from '#engine/replica/table.ts'
import { addTicket } from '#tests/support/helpdesk.ts'
import { replicaOf } from '#tests/support/replica.ts'
import { makeWorld, NOON, type MadeCase } from '#tests/support/world.ts'
import { startServer } from '#tests/support/start-world.ts'

const platform = 'paxum'
const SCRIPTS = [
  'José Núñez',
  'Łukasz Żółć',
  'İbrahim IŞIK',
  'Jean‑Luc d’Arc',
  'محمّد عليّ',
  'Нгуен Семён',
  '王小明',
  'ｼｬｰﾌﾟ',
]
const isStorable = (text: string) => !text.includes('\u0000') && text.trim() !== '' && text.isWellFormed()
const name = fc
  .oneof(fc.constantFrom(...SCRIPTS), fc.string({ unit: 'grapheme', minLength: 3, maxLength: 12 }))
  .filter(isStorable)
const names = fc.sample(name, { numRuns: 60, seed: 343 })
let made: MadeCase[]
let alertIds: string[]
let caseTable: ReplicaTable<ReplicaRow<'case'>, CaseListQuery>
let alertTable: ReplicaTable<ReplicaRow<'accountAlert'>, AccountAlertQuery>
let ticket: string

const server = await startServer({ now: () => NOON })
beforeAll(async () => {
  const world = await makeWorld(server.db)
  made = []
  for (const [i, one] of names.entries()) {
    made.push(await world.addCase({ search: { beneficiaryName: one } }))
    await world.addCustomer({ id: `n${i}`, name: one })
    await world.addAccountAlert({ customerId: `n${i}` })
  }
  ticket = await addTicket(server.db, made[3]!, 'ada@example.com')
  const { items } = await server.call(accountAlerts.queue, { query: { platform, pageSize: 200 } })
  alertIds = items.map(({ id }) => id)
  caseTable = await replicaOf(server, platform, 'case', { shape: caseShape, nth: 9 })
  alertTable = await replicaOf(server, platform, 'accountAlert', { shape: accountAlertShape, nth: 9 })
})

async function foundCases(search: string) {
  const query = { 'status[]': [...UNFINISHED_CASES], search, 'searchFields[]': ['ALL' as const] }
  const { items } = await server.call(cases.list, { query: { ...query, platform, pageSize: 500 } })
  const condition = caseShape.conditionOf(query)
  return { remote: items.map(({ id }) => id), here: condition && caseTable.ids(caseTable.select(condition)) }
}

async function foundAlerts(search: string) {
  const query = { 'status[]': ['new' as const], search }
  const { items } = await server.call(accountAlerts.queue, { query: { ...query, platform, pageSize: 200 } })
  const condition = accountAlertShape.conditionOf(query)!
  return { remote: items.map(({ id }) => id), here: alertTable.ids(alertTable.select(condition)) }
}

/** The same name as somebody else would type it. */
const SPELLINGS: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC').replaceAll(/[ ‑’]/g, ''),
  (text) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''),
]

test('every name is found by each of its spellings, by server and replica alike', async () => {
  const asked = fc.record({ at: fc.nat(names.length - 1), spelling: fc.constantFrom(...SPELLINGS) })
  await fc.assert(
    fc.asyncProperty(asked, async ({ at, spelling }) => {
      const search = spelling(names[at]!)
      fc.pre(search.trim() !== '')
      const [inCases, inAlerts] = [await foundCases(search), await foundAlerts(search)]
      expect(inCases.here).toEqual(inCases.remote)
      expect(inAlerts.here).toEqual(inAlerts.remote)
      expect(inCases.remote).toContain(made[at]!.id)
      const { items } = await server.call(customers.list, { query: { platform, search, pageSize: 200 } })
      expect(items.map(({ customerProfile }) => customerProfile.customerId)).toContain(`n${at}`)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('any other text finds the same here and there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).filter(isStorable), async (search) => {
      const [inCases, inAlerts] = [await foundCases(search), await foundAlerts(search)]
      expect(inCases.here).toEqual(inCases.remote)
      expect(inAlerts.here).toEqual(inAlerts.remote)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('ids are found as they are printed', async () => {
  const { id, uuid, transactionId } = made[7]!
  for (const search of [id, id.toLowerCase(), ` ${id} `, uuid, uuid.toUpperCase(), ` ${uuid}`]) {
    expect([search, await foundCases(search)]).toEqual([search, { remote: [id], here: [id] }])
  }
  expect((await foundCases(transactionId)).remote).toContain(id)
  const alert = alertIds[0]!
  expect((await foundAlerts(alert)).here).toContain(alert)
  expect((await foundAlerts(alert)).remote).toContain(alert)
})

test('a ticket finds its case and its customer; the replica leaves it to the server', async () => {
  expect(await foundCases(`#${ticket}`)).toEqual({ remote: [made[3]!.id], here: null })
  expect((await foundCases('#404')).remote).toEqual([])
})
