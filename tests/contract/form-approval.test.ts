// Forms are approved and reopened by document administrators alone.
import { beforeAll, expect, test } from 'vitest'
import { documentForms } from '#contract/calls/document-forms.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  const person = { id: 'super-only', firstName: 'Sol', lastName: 'Reyes', email: 'super-only@docket.example' }
  await saveAccounts(server.db, [{ ...person, roles: ['analyst', 'super_admin'], platforms: ['paxum'] }])
})

test('a super administrator without the document role may not approve or reopen a form', async () => {
  const as = { as: 'super-only' }
  const uuid = await world.addForm({ status: 'review' })
  const approval = await server.send(documentForms.approve, { params: { uuid }, query: { version: 1 } }, as)
  const approved = await world.addForm({ status: 'approved' })
  const reopening = await server.send(documentForms.renew, { params: { uuid: approved }, query: { version: 1 } }, as)
  expect([approval.status, reopening.status]).toEqual([403, 403])
})

test('a document administrator approves what others wrote', async () => {
  const uuid = await world.addForm({ status: 'review' })
  const input = { params: { uuid }, query: { version: 1 } }
  expect((await server.send(documentForms.approve, input, { as: 'docadmin' })).status).toBe(200)
})
