// Two instances on one database, each with a data directory of its own: what one keeps the other gives out.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { openPool } from '#server/store/pool.ts'
import { testDatabase } from '#tests/support/database.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { fakeS3, type FakeS3 } from '#tests/support/s3.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { answersFor, makeWorld, NOON, type World } from '#tests/support/world.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(['database', 'bucket'])('files in the %s', (place) => {
  let s3: FakeS3
  let one: TestServer
  let other: TestServer
  let world: World
  const folders = [makeFolder(), makeFolder()] as const
  beforeAll(async () => {
    s3 = await fakeS3()
    const database = await testDatabase()
    const env = (folder: string) => ({ DATA_DIR: folder, ...(place === 'bucket' && s3.env) })
    const now = () => NOON
    one = await testServer({ database, now, env: env(folders[0]) })
    other = await testServer({ database: openPool(database.url, { size: 4 }), now, env: env(folders[1]) })
    world = await makeWorld(one.db)
  })
  afterAll(async () => {
    await other.close()
    await one.close()
    await s3.close()
    for (const folder of folders) await removeFolder(folder)
  })

  const png = Buffer.concat([Buffer.from(PIXEL, 'base64'), randomBytes(700_000)])
  const contentOf = async (response: Response) => [response.status, digest(Buffer.from(await response.arrayBuffer()))]
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const stored = async () => (await one.db.selectFrom('file_content').select('id').execute()).length

  test('an attachment, a signed copy and its ZIP come whole from the other instance, and nothing is in a data directory', async () => {
    const { alertIds } = await world.addCase()
    const alertId = alertIds[0] ?? ''
    const { id } = await one.call(alerts.attach, { params: { alertId }, body: { file: new File([png], 'scan.png') } })
    expect(await contentOf(await other.send(alerts.file, { params: { alertId, fileId: id } }))).toEqual([
      200,
      digest(png),
    ])

    const { guid } = await one.call(documentForms.attach, { body: { file: new File([png], 'proof.png') } })
    const uuid = await world.addForm({
      type: 'sar',
      status: 'approved',
      data: { ...answersFor('sar'), attachments: [guid] },
    })
    await one.db.updateTable('file').set({ form_id: uuid }).where('id', '=', guid).execute()
    const signed = await one.call(documentForms.uploadSigned, {
      params: { uuid },
      body: { form: new File([png], 'signed.png') },
    })
    const read = await other.send(documentForms.attachment, { params: { guid: signed.guid } })
    expect(await contentOf(read)).toEqual([200, digest(png)])
    const zip = await other.send(documentForms.zip, { params: { uuid } })
    const bytes = Buffer.from(await zip.arrayBuffer())
    expect(zip.status).toBe(200)
    // entries are stored as they are: twice the picture, and the manifest with its hash
    expect(bytes.indexOf(png)).toBeGreaterThan(0)
    expect(bytes.indexOf(png, bytes.indexOf(png) + 1)).toBeGreaterThan(0)
    const manifest = JSON.parse(/\{\s+"form"[\s\S]+\n\}\n/.exec(bytes.toString('latin1'))?.[0] ?? '{}') as {
      files?: { sha256: string }[]
    }
    expect(manifest.files?.filter(({ sha256 }) => sha256 === digest(png))).toHaveLength(2)
    for (const folder of folders) expect(existsSync(join(folder, 'files'))).toBe(false)
  })

  test('a refused upload leaves nothing', async () => {
    const before = await stored()
    const file = new File([png], 'a.png')
    const missing = await one.send(alerts.attach, { params: { alertId: '999999' }, body: { file } })
    const form = await world.addForm({ type: 'sar' })
    const early = await one.send(documentForms.uploadSigned, { params: { uuid: form }, body: { form: file } })
    const empty = await one.send(documentForms.attach, { body: { file: new File([], 'a.png') } })
    const large = await one.send(documentForms.attach, {
      body: { file: new File([Buffer.alloc(UPLOAD_MAX + 1)], 'a.txt') },
    })
    expect([missing.status, early.status, empty.status, large.status]).toEqual([404, 409, 400, 413])
    expect(await stored()).toBe(before)
    expect(s3.objects.size).toBe(place === 'bucket' ? before : 0)
  })
})
