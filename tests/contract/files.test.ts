import { expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { files } from '#contract/calls/files.ts'
import type { As } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const { server, world } = await startInFolder({ now: () => NOON })

const fetchFile = (fileId: string, platform = 'paxum', as: As = {}) =>
  server.send(files.fetch, { params: { platform, fileId } }, { platform, ...as })
const evidence = () => ({ file: new File(['<svg onload=alert(1)>'], 'proof.svg') })

async function onAlert(): Promise<string> {
  const one = await world.addCase()
  return (await server.call(alerts.attach, { params: { alertId: one.alertIds[0] ?? '' }, body: evidence() })).id
}

test('an unauthorised reader gets the same answer for an existing and a missing file', async () => {
  const there = await onAlert()
  const missing = '00000000-0000-4000-8000-000000000404'
  const answers = async (id: string) => {
    const ways: [string, As][] = [
      ['paydek', { as: 'analyst' }],
      ['paydek', { as: 'analyst-px' }],
      ['paxum', { as: 'outsider' }],
      ['paxum', { as: null }],
    ]
    const responses = await Promise.all(ways.map(([platform, as]) => fetchFile(id, platform, as)))
    return Promise.all(responses.map(async (each) => [each.status, (await each.text()).replace(id, 'ID')]))
  }
  const [one, other] = [await answers(there), await answers(missing)]
  expect(one).toEqual(other)
  expect(one.map(([status]) => status)).toEqual([404, 403, 403, 401])
  expect((await fetchFile('../../etc/passwd')).status).toBe(404)
})

test('a file is only ever downloaded, and is inert where it is opened', async () => {
  const response = await fetchFile(await onAlert())
  const named = ['content-type', 'content-length', 'content-disposition', 'content-security-policy', 'cache-control']
  expect([...named, 'x-content-type-options'].map((name) => response.headers.get(name))).toEqual([
    'text/plain; charset=utf-8',
    '21',
    `attachment; filename="proof.svg.txt"; filename*=UTF-8''proof.svg.txt`,
    `default-src 'none'; sandbox`,
    'no-store',
    'nosniff',
  ])
  expect(await response.text()).toBe('<svg onload=alert(1)>')
})

test('an unreferenced upload is its uploader’s, and reading a SAR’s file is audited', async () => {
  const { guid } = await server.call(documentForms.attach, { body: evidence() })
  const statuses = async () => [
    (await fetchFile(guid)).status,
    (await fetchFile(guid, 'paxum', { as: 'admin' })).status,
  ]
  expect(await statuses()).toEqual([200, 404])
  const uuid = await world.addForm({ type: 'sar' })
  await server.call(documentForms.change, { params: { uuid }, body: { attachments: [guid] } })
  expect(await statuses()).toEqual([200, 200])
  const log = await auditOf(server.db, 'form', uuid)
  expect(log.flatMap(({ action, actor }) => (action === 'read form' ? [actor] : []))).toEqual(['analyst', 'admin'])
})

test('a file without its content is not found', async () => {
  const id = await onAlert()
  await server.db.deleteFrom('file_content').where('id', '=', id).execute()
  expect((await fetchFile(id)).status).toBe(404)
})
