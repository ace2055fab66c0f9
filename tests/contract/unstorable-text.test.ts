// Text that PostgreSQL cannot store - half a surrogate pair, NUL - arrives by every call and is stored as U+FFFD.
import { expect, test } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { customers } from '#contract/calls/customers.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import { sync } from '#contract/calls/sync.ts'
import { FORM_SECTIONS } from '#contract/model/forms/form-sections.ts'
import { verifyChain } from '#server/audit/audit.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { freshRule } from './roles/rules.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const HALVES = 'cut \ud83d here, \ude00 there\0'
const KEPT = 'cut \ufffd here, \ufffd there\ufffd'
const WHOLE = 'not cut: 😀'
const { server, world } = await startWorld({ now: () => NOON })

const notesOf = async (id: string) => (await auditOf(server.db, 'case', id)).map(({ note }) => note)

test('is replaced in a note, sent directly or in a batch, and the audit chain stays intact', async () => {
  const one = await world.addCase()
  await server.call(cases.note, { params: { caseId: one.id }, body: { note: HALVES } })
  await server.call(cases.note, { params: { caseId: one.id }, body: { note: WHOLE } })
  const op = syncOp('case.note', targetOf(one), { note: HALVES }, { expect: {} })
  const { results } = await server.call(sync.ops, { body: { device: 'desk', incarnation: 'one', ops: [op] } })
  expect(results.map(({ status }) => status)).toEqual([200])
  expect(await notesOf(one.id)).toEqual([KEPT, WHOLE, KEPT])
  expect((await verifyChain(server.db)).broken).toBeUndefined()
})

test('is replaced in a config set, and in the fields of a form', async () => {
  const body = { name: HALVES, comment: HALVES, value: [HALVES], platform: 'paxum' }
  const { configSet: set } = await server.call(configSets.create, { body }, { as: 'manager' })
  expect([set.name, set.comment, ...set.value]).toEqual([KEPT, KEPT, KEPT])
  const text = FORM_SECTIONS.edd_ong.flatMap(({ fields }) => fields).find(({ kind }) => kind === 'text')
  const uuid = await world.addForm()
  const { data } = await server.call(documentForms.view, { params: { uuid } })
  const written = { ...data, [text?.name ?? '']: HALVES }
  const changed = await server.call(documentForms.change, { params: { uuid }, body: written })
  expect(changed.data[text?.name ?? '']).toBe(KEPT)
})

test('is replaced in a field’s name, and in a file name', async () => {
  const { id: ruleId } = await freshRule(world)
  const where = { combinator: 'and', rules: [{ field: HALVES, operator: 'equal', value: HALVES }] }
  const { name, description, platform, type, criteria, ...rule } = await server.call(rules.view, { params: { ruleId } })
  const options = { ...rule.options, customer_filters: { where } }
  const response = await server.send(
    rules.change,
    { params: { ruleId }, body: { rule: { name, description, platform, type, criteria, options } } },
    {
      as: 'manager',
    },
  )
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(KEPT)
  const file = new File(['x'], `${HALVES}.txt`)
  expect((await server.call(documentForms.attach, { body: { file } })).name).not.toContain('\0')
})

test('is replaced in an address', async () => {
  for (const search of [HALVES, '\0']) {
    expect((await server.call(cases.list, { query: { search } })).items).toEqual([])
    expect((await server.call(customers.search, { params: { platform: 'paxum', term: search } })).items).toEqual([])
  }
  const nobody = await server.send(cases.view, { params: { caseId: 'PX\0' } })
  expect(nobody.status).toBe(404)
})
