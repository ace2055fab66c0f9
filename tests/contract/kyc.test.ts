import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import { kyc } from '#contract/calls/kyc.ts'
import type { As } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const clock = { now: NOON }
const { folder, server } = await startInFolder({ now: () => clock.now })
beforeEach(async () => {
  clock.now = NOON
  await server.db.deleteFrom('mail').execute()
})

async function ask(email: string, as: As = {}): Promise<[number, string]> {
  const response = await server.send(kyc.export, { body: { email } }, { as: 'manager', ...as })
  return [response.status, ((await response.json()) as { message: string }).message]
}
const waiting = () => server.db.selectFrom('mail').select(['recipient', 'attempts', 'sent_at', 'last_error']).execute()
const letters = async () => (await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.eml'))

test('a refused export sends nothing', async () => {
  const staffOnly = 'email: the export is sent to staff with access to this platform only'
  expect(await ask('stranger@elsewhere.example')).toEqual([422, staffOnly])
  // staff, but of another platform
  expect(await ask('analyst-px@docket.example', { platform: 'paydek' })).toEqual([422, staffOnly])
  expect((await ask('no address'))[0]).toBe(400)
  expect(await ask('analyst@docket.example', { platform: null })).toEqual([400, 'project: the header is missing'])
  expect((await ask('analyst@docket.example', { as: 'analyst-px', platform: 'paydek' }))[0]).toBe(403)
  // personal data of every customer: for managers and above
  expect((await ask('analyst@docket.example', { as: 'analyst' }))[0]).toBe(403)
  expect(await waiting()).toEqual([])
})

test('an export contains every customer of the platform, and no formula', async () => {
  await server.db
    .updateTable('customer')
    .set({ profile: JSON.stringify({ industry: '=HYPERLINK("x")', address: { city: 'Göteborg' } }) })
    .where('platform', '=', 'paxum')
    .where('id', '=', '200')
    .execute()
  expect(await ask('Manager@docket.example')).toEqual([200, 'The export will be sent to Manager@docket.example.'])
  expect(await waiting()).toMatchObject([{ recipient: 'Manager@docket.example', sent_at: null }])
  await server.services.mail.deliver()
  expect(await waiting()).toEqual([
    { recipient: 'Manager@docket.example', attempts: 1, sent_at: NOON, last_error: null },
  ])
  const [name = ''] = await letters()
  const letter = await readFile(join(folder, 'mail', name), 'utf8')
  expect(letter).toContain('To: Manager@docket.example')
  expect(letter).toContain('Subject: KYC export of Paxum')
  expect(letter).toContain('filename=kyc-paxum-2026-03-10.csv')
  const encoded = /filename=kyc-.*?\n\n([\w+/=\n]+?)\n--/s.exec(letter)?.[1] ?? ''
  const rows: Record<string, string>[] = parse(Buffer.from(encoded, 'base64').toString(), { columns: true, bom: true })
  expect(rows.map(({ id, name, type }) => [id, name, type])).toEqual([
    ['100', 'Ada Byron', 'personal'],
    ['200', 'Acme Ltd', 'business'],
  ])
  expect(rows[1]).toMatchObject({ industry: `'=HYPERLINK("x")`, address_city: 'Göteborg' })
  expect((await auditOf(server.db, 'report', 'kyc')).at(-1)).toMatchObject({
    action: 'export KYC',
    actor: 'manager',
    after: { to: 'Manager@docket.example' },
  })
})

test('failed mail is retried with growing delays, and abandoned in the end', async () => {
  await rm(join(folder, 'mail'), { recursive: true })
  // in the way of the folder
  await writeFile(join(folder, 'mail'), '')
  await ask('analyst@docket.example')
  const waits = [0, 1, 5, 30, 240]
  for (const [index, minutes] of waits.entries()) {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000 - 1)
    if (minutes > 0) await server.services.mail.deliver()
    expect((await waiting())[0]?.attempts).toBe(index)
    clock.now = new Date(clock.now.getTime() + 1)
    await server.services.mail.deliver()
    expect(await waiting()).toMatchObject([
      { attempts: index + 1, sent_at: null, last_error: expect.stringContaining('EEXIST') },
    ])
  }
  clock.now = new Date(clock.now.getTime() + 30 * 86_400_000)
  await server.services.mail.deliver()
  expect((await waiting())[0]?.attempts).toBe(5)
})

test('two concurrent deliveries send a mail once', async () => {
  await rm(join(folder, 'mail'), { recursive: true })
  for (let n = 0; n < 5; n += 1) await ask('analyst@docket.example')
  await Promise.all([server.services.mail.deliver(), server.services.mail.deliver()])
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  expect(await letters()).toHaveLength(5)
})
