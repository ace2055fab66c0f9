// The outputs of a form: attachments, print, bundle, and documents by their address.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentForms } from '#contract/calls/document-forms.ts'
import { FORM_TYPES } from '#contract/model/forms/document-form.ts'
import { formDocument } from '#server/forms/form-document.ts'
import { printApart } from '#server/forms/print-apart.ts'
import type { As } from '#tests/support/server.ts'
import { answersFor, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const clock = { now: new Date(NOON.getTime() + 3_600_000) }
const at = { date: '2026-03-10 13:00:00', timezone: 'UTC' }
const PDF = (text = '') => `%PDF-1.7\n${text}`

const { server, world } = await startInFolder({ now: () => clock.now })

const upload = (name: string, bytes = 'evidence', as?: As) =>
  server.call(documentForms.attach, { body: { file: new File([bytes], name) } }, as)
const view = (uuid: string, as?: As) => server.call(documentForms.view, { params: { uuid } }, as)
const signed = (uuid: string) => ({ params: { uuid }, body: { form: new File([PDF()], 'signed.pdf') } })

describe('downloads', () => {
  test('an attachment is a download that no browser executes', async () => {
    const file = await upload('<b>.html', '<script>alert(1)</script>')
    const response = await server.send(documentForms.attachment, { params: { guid: file.guid } })
    const { headers } = response
    expect(
      ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options', 'cache-control'].map(
        (name) => headers.get(name),
      ),
    ).toEqual([
      'text/plain; charset=utf-8',
      `attachment; filename="<b>.html.txt"; filename*=UTF-8''%3Cb%3E.html.txt`,
      `default-src 'none'; sandbox`,
      'nosniff',
      'no-store',
    ])
    expect(await response.text()).toBe('<script>alert(1)</script>')
  })

  test('a print is a PDF for the browser’s viewer, with every question', async () => {
    for (const formType of FORM_TYPES) {
      const uuid = await world.addForm({ type: formType })
      const { token } = await server.call(documentForms.ticket, { params: { uuid } })
      const response = await server.send(documentForms.pdf, { params: { uuid }, query: { token } }, { as: null })
      expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
        'application/pdf',
        expect.stringContaining(`inline; filename="${formType}-paxum-100-v1.pdf"`),
      ])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual(['%PDF-', '%%EOF'])
      const printed = JSON.stringify(formDocument(await view(uuid), at))
      for (const answer of Object.values(answersFor(formType)).flat()) {
        if (typeof answer !== 'string' && typeof answer !== 'boolean' && typeof answer !== 'number') continue
        expect(printed).toContain(answer === false ? 'No' : answer === 'CA' ? 'Canada (CA)' : String(answer))
      }
    }
  })

  test('a long print blocks no other request, has a time limit, and runs alone', { timeout: 120_000 }, async () => {
    const uuid = await world.addForm({ type: 'sar', data: { narrative: 'A long story. '.repeat(1400) } })
    const form = await view(uuid)
    // a timer comes in time only where nothing holds the thread
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 20)
    const printed = await printApart(form, at)
    clearInterval(ticking)
    expect(Buffer.from(printed.subarray(0, 5)).toString()).toBe('%PDF-')
    expect(ticks).toBeGreaterThan(5)
    await expect(printApart(form, at, { cpuMs: 1, memoryMib: 700 })).rejects.toMatchObject({ status: 503 })
    const line = await Promise.allSettled(
      Array.from({ length: 4 }, () => printApart({ ...form, data: {} } as typeof form, at)),
    )
    expect(line.map((each) => (each.status === 'rejected' ? (each.reason as Error).message : 'printed'))).toEqual([
      'printed',
      'printed',
      'printed',
      'Forms are printed one after the other, and 3 are before yours: try again in a moment.',
    ])
    const zip = () => server.send(documentForms.zip, { params: { uuid } })
    const [one, other] = await Promise.all([zip(), zip()])
    expect([one.status, other.status].toSorted()).toEqual([200, 429])
    await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
    const again = await zip()
    expect(again.status).toBe(200)
    await again.arrayBuffer()
  })

  test('a form with too much text to print is refused', async () => {
    const uuid = await world.addForm({ type: 'sar' })
    const rows = Array.from({ length: 20 }, () => ({ narrative: 'x'.repeat(20_000) }))
    const [status, message] = await server.refusal(documentForms.change, { params: { uuid }, body: { subjects: rows } })
    expect([status, message]).toEqual([400, expect.stringContaining('at most 200000 characters')])
  })

  test('a bundle contains print, answers, attachments and signed copy', async () => {
    const [a, b] = [await upload('same.txt', 'first'), await upload('same.txt', 'second')]
    const uuid = await world.addForm({ status: 'new' })
    await server.call(documentForms.change, { params: { uuid }, body: { attachments: [b.guid, a.guid] } })
    await server.db
      .updateTable('document_form')
      .set({ status: 'approved', approved_by: 'docadmin' })
      .where('id', '=', uuid)
      .execute()
    await server.call(documentForms.uploadSigned, signed(uuid))
    const response = await server.send(documentForms.zip, { params: { uuid } })
    expect(response.headers.get('content-disposition')).toContain('filename="edd_ong-paxum-100-v3.zip"')
    const entries = unzip(Buffer.from(await response.arrayBuffer()))
    expect([...entries.keys()]).toEqual([
      'form.pdf',
      'form.json',
      'attachments/01 same.txt',
      'attachments/02 same.txt',
      'signed/signed.pdf',
      'manifest.json',
    ])
    const { form, files } = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest
    expect(form).toMatchObject({
      uuid,
      version: 3,
      status: 'submitted',
      record: expect.stringMatching(/^[\da-f]{64}$/),
    })
    const listed = [...entries].filter(([name]) => name !== 'manifest.json')
    expect(files).toEqual(
      listed.map(([name, bytes]) => ({
        name,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })),
    )
    expect(JSON.parse(entries.get('form.json')?.toString() ?? '')).toEqual(await view(uuid))
    expect(entries.get('attachments/01 same.txt')?.toString()).toBe('second')
    expect(entries.get('form.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a document’s address expires by the server’s clock and is valid for its customer’s documents alone', async () => {
    const file = await upload('scan.pdf', PDF('scan'))
    const uuid = await world.addForm({ customer: 'ada' })
    await server.call(documentForms.change, { params: { uuid }, body: { attachments: [file.guid] } })
    const ask = (query: object, as?: As) =>
      server.refusal(documentForms.documentUrl, { query: { id: file.guid, ...query } }, as)
    expect(await ask({ profile: '200' })).toEqual([404, `There is no file ${file.guid} here.`])
    expect((await ask({ profile: '100' }, { as: 'outsider', platform: null }))[0]).toBe(404)
    expect((await ask({ profile: '100', lifetime: 601 }))[0]).toBe(400)
    const { url } = await server.call(documentForms.documentUrl, { query: { id: file.guid, profile: '100' } })
    const open = async (address: string) => {
      const response = await server.fetch(address)
      return response.ok ? (await response.text()).slice(-4) : response.status
    }
    expect(await open(url)).toBe('scan')
    expect(await open(`${url}x`)).toBe(401)
    expect(await open(`/api/management/document?token=${await server.token('analyst')}`)).toBe(401)
    clock.now = new Date(clock.now.getTime() + 599_000)
    expect(await open(url)).toBe('scan')
    clock.now = new Date(clock.now.getTime() + 2000)
    expect(await open(url)).toBe(401)
    clock.now = new Date(NOON.getTime() + 3_600_000)
  })
})

interface Manifest {
  form: object
  files: { name: string; size: number; sha256: string }[]
}

/** The stored entries of an archive, by its central directory. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const entries = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [size, nameLength] = [bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)]
    const start = bytes.readUInt32LE(at + 42)
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString()
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    entries.set(name, bytes.subarray(data, data + size))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}
