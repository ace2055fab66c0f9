// The lists in force as the window shows them: what could not be read, what a version touched, thresholds, names of one's own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { policies } from '#contract/calls/policies.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { screening } from '#contract/calls/screening.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import { activateLists } from '#server/screening/activate-lists.ts'
import { storeList, withdrawOthers } from '#server/screening/store-list.ts'
import { screenAll } from '#server/screening/screen-parties.ts'
import { anEntry } from '#tests/support/lists.ts'
import { testServer, type As, type TestServer } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'

const platform = 'paxum'
let server: TestServer
let folder: string
beforeEach(async () => {
  server = await testServer({ now: () => NOON })
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
  await storeCustomers(server.db, platform, [
    { id: 'a', type: 'personal', name: 'Katarzyna Kowalczyk', createdAt: NOON },
    { id: 'b', type: 'personal', name: 'Zebedee Quillfeather', createdAt: NOON },
  ])
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await server.close()
})

const bring = (...files: string[]) =>
  activateLists(server.db, files.map((file) => `${file.split('.')[0]}=${join(folder, file)}`).join(','), NOON)
const openHits = async () => {
  const { rows } = await sql<{ pair: string }>`select customer_id || ' ' || name as pair from sanctions_hit
    where outcome = 'potential_match' order by 1`.execute(server.db)
  return rows.map(({ pair }) => pair)
}
const NAME = {
  name: 'Zebedee QUILLFEATHER',
  aliases: ['Zeb Quill'],
  kind: 'individual' as const,
  birth: null,
  country: null,
}
const add = (body: Partial<typeof NAME> = {}, as = 'manager') =>
  server.send(screening.addAdverseName, { body: { ...NAME, ...body, reason: 'Adverse media.' } }, { as })

test('an invalid file is reported with the reason beside the version in force, until it is valid', async () => {
  await writeFile(join(folder, 'own.csv'), 'name\nJane Doe\n')
  await bring('own.csv')
  await writeFile(join(folder, 'own.csv'), '<html>')
  await bring('own.csv')
  const { items, broken } = await server.call(screening.lists, {})
  expect(items).toMatchObject([{ source: 'own', entries: 1 }])
  expect(broken).toMatchObject([
    { source: 'own', place: join(folder, 'own.csv'), message: expect.stringMatching(/own\.csv/) },
  ])
  await writeFile(join(folder, 'own.csv'), 'name\nJane Doe\nRichard Roe\n')
  await bring('own.csv')
  expect(await server.call(screening.lists, {})).toMatchObject({ items: [{ entries: 2 }], broken: [] })
})

test('the report of a version counts its open and decided hits, on the reader’s platform', async () => {
  const list = { source: 'one', name: 'One', unusable: [] }
  await storeList(server.db, { ...list, digest: '1', entries: [anEntry('1', 'KOWALCZYK, Katarzyna')] }, NOON)
  await screenAll(server.db, NOON)
  const renamed = anEntry('1', 'KOWALCZYK, Katarzyna', 'Kasia')
  await storeList(server.db, { ...list, digest: '2', entries: [renamed, anEntry('2', 'MOE, Mary')] }, NOON)
  const changes = await server.call(screening.changes, { params: { source: 'one' } })
  expect(changes).toMatchObject({ added: 1, changed: 1, removed: 0, hits: { open: 1, decided: 0 } })
  expect(changes.items.map(({ entry, hits }) => [entry, hits.open])).toEqual([
    ['2', 0],
    ['1', 1],
  ])
})

test('a threshold requires a reason; it is recorded, and an outdated version is refused with the current one', async () => {
  await storeList(
    server.db,
    { source: 'one', name: 'One', digest: '1', entries: [anEntry('1', 'KOWALCZYK, Katarzyna')], unusable: [] },
    NOON,
  )
  const body = { source: 'one', kind: 'individual' as const, threshold: 0.8, version: 0 }
  expect(
    (await server.send(screening.setThreshold, { body: { ...body, reason: ' ' } }, { as: 'manager' })).status,
  ).toBe(400)
  const set = { body: { ...body, reason: 'Too many.' } }
  expect((await server.send(screening.setThreshold, set, { as: 'manager' })).status).toBe(200)
  const late = await server.send(screening.setThreshold, set, { as: 'manager' })
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ current: { threshold: 0.8, version: 1 } })
  expect(await auditOf(server.db, 'screening threshold', 'one/individual')).toMatchObject([
    { actor: 'manager', reason: 'Too many.' },
  ])
})

describe('under the four eyes on sanctions hits', () => {
  let asked: TestServer
  const THRESHOLD = { source: 'one', kind: 'individual' as const }
  beforeEach(async () => {
    asked = await testServer({ now: () => NOON, env: { FOUR_EYES: 'sanctions' } })
    await storeCustomers(asked.db, platform, [
      { id: 'a', type: 'personal', name: 'Katarzyna Kowalczuk', createdAt: NOON },
    ])
    const entries = [anEntry('1', 'KOWALCZYK, Katarzyna')]
    await storeList(asked.db, { source: 'one', name: 'One', digest: '1', entries, unusable: [] }, NOON)
    await screenAll(asked.db, NOON)
  })
  afterEach(() => asked.close())

  const set = (threshold: number, version: number, who: As = { as: 'manager' }) =>
    asked.send(screening.setThreshold, { body: { ...THRESHOLD, threshold, version, reason: 'Too many.' } }, who)
  const now = async (who: As = {}) =>
    (await asked.call(screening.thresholds, {}, who)).items.find(({ kind }) => kind === 'individual')
  const inbox = async (who: As) => (await asked.call(approvals.list, { query: { kind: 'policy' } }, who)).items
  const decide = async (act: 'approve' | 'return', who: As) => {
    const [held] = await inbox({ as: 'superadmin' })
    const params = { approvalId: held?.id ?? '' }
    const body = { note: 'Agreed.', version: held?.version ?? '' }
    return act === 'approve'
      ? asked.send(approvals.approve, { params, body }, who)
      : asked.send(approvals.return, { params, body }, who)
  }
  const hits = async () => {
    const { rows } = await sql<{ outcome: string }>`select outcome from sanctions_hit`.execute(asked.db)
    return rows.map(({ outcome }) => outcome)
  }

  test('a threshold with fewer hits needs another administrator, and is requested once at a time', async () => {
    expect((await set(0.96, 0)).status).toBe(400)
    expect((await set(0.95, 3)).status).toBe(409)
    expect((await set(0.95, 0, { as: 'analyst' })).status).toBe(403)
    const before = await now()
    expect(before).toMatchObject({ threshold: 0.7, version: 0, pending: null })
    const held = await set(0.95, 0)
    expect([held.status, await held.json()]).toMatchObject([
      200,
      { threshold: 0.7, version: 0, pending: { threshold: 0.95, by: { id: 'manager' }, platform } },
    ])
    expect((await set(0.9, 0, { as: 'admin' })).status).toBe(409)
    // another platform has the same thresholds
    expect((await set(0.9, 0, { as: 'superadmin', platform: 'paydek' })).status).toBe(409)
    const here = (await now({ as: 'superadmin', platform: 'paydek' }))?.pending
    expect(here).toMatchObject({ threshold: 0.95, by: { id: 'manager' }, platform })
    expect((await decide('approve', { as: 'manager' })).status).toBe(403)
    expect((await decide('approve', { as: 'analyst' })).status).toBe(403)
    expect(await hits()).toEqual(['potential_match'])
    expect(await now()).toMatchObject({ threshold: 0.7, version: 0 })
  })

  test('an administrator’s approval ends the open hits below it, and starts a new screening', async () => {
    const body = { ...THRESHOLD, threshold: 0.95 }
    expect(await asked.call(screening.previewThreshold, { body })).toMatchObject({ open: 1, ended: 1, waits: true })
    await set(0.95, 0)
    const [held] = await inbox({ as: 'admin' })
    expect(held).toMatchObject({
      object: { kind: 'screening threshold', id: 'one/individual' },
      title: 'Loosen the policy “One: match score for people”',
      by: { id: 'manager' },
      reason: 'Too many.',
      differences: [{ place: 'matchScore', before: 70, after: 95 }],
      threshold: { ...THRESHOLD, threshold: 0.95 },
      refusal: null,
    })
    const listed = (await asked.call(policies.list, {}, { as: 'admin' })).items.find(
      ({ id }) => id === 'one/individual',
    )
    expect(listed?.pending).toMatchObject({ by: { id: 'manager' } })
    expect((await decide('approve', { as: 'admin' })).status).toBe(200)
    expect(await now()).toMatchObject({ threshold: 0.95, version: 1, pending: null })
    expect(await hits()).not.toContain('potential_match')
    expect(await auditOf(asked.db, 'screening threshold', 'one/individual')).toMatchObject([
      { actor: 'manager', action: 'propose change of policy', reason: 'Too many.' },
      { actor: 'admin', action: 'set screening threshold', reason: 'Agreed.' },
    ])
    const sent = await sql`select from pgboss.job where name = 'screen-all'`.execute(asked.db)
    expect(sent.rows).toHaveLength(1)
  })

  test('a threshold with more hits is in force at once, and returns the pending one on any platform', async () => {
    await set(0.95, 0, { as: 'superadmin', platform: 'paydek' })
    expect((await now())?.pending).toMatchObject({ platform: 'paydek' })
    expect((await set(0.6, 0)).status).toBe(200)
    expect(await now()).toMatchObject({ threshold: 0.6, version: 1, pending: null })
    const decided = await asked.call(
      approvals.list,
      { query: { status: 'decided', kind: 'policy' } },
      { as: 'superadmin', platform: 'paydek' },
    )
    expect(decided.items).toMatchObject([{ status: 'returned', note: 'It was decided otherwise.' }])
    // back to what it was is looser now
    await set(0.7, 1)
    expect(await now()).toMatchObject({ threshold: 0.6, version: 1, pending: { threshold: 0.7 } })
    expect((await decide('return', { as: 'manager' })).status).toBe(200)
    expect(await now()).toMatchObject({ threshold: 0.6, pending: null })
  })

  test('a request on a list that is no longer in force cannot be approved', async () => {
    await set(0.95, 0)
    await withdrawOthers(asked.db, [], NOON)
    expect((await decide('approve', { as: 'admin' })).status).toBe(404)
    expect((await decide('return', { as: 'admin' })).status).toBe(200)
  })

  test('a platform that the reader lacks is not named', async () => {
    await set(0.95, 0, { as: 'superadmin', platform: 'paydek' })
    await asked.db
      .updateTable('account')
      .set({ platforms: [platform] })
      .where('id', '=', 'analyst')
      .execute()
    expect((await now())?.pending?.platform).toBe('another platform')
  })
})

test('an invalid name, date or country is refused, and so is an analyst', async () => {
  expect((await add({ name: '…🙂' })).status).toBe(400)
  expect((await add({ name: 'x'.repeat(401) })).status).toBe(400)
  expect(
    (
      await server.send(
        screening.addAdverseName,
        { body: { ...NAME, birth: 'yesterday', reason: 'r' } },
        { as: 'manager' },
      )
    ).status,
  ).toBe(400)
  expect(
    (
      await server.send(
        screening.addAdverseName,
        { body: { ...NAME, country: 'Narnia', reason: 'r' } },
        { as: 'manager' },
      )
    ).status,
  ).toBe(400)
  expect((await add({}, 'analyst')).status).toBe(403)
  expect((await server.call(screening.adverseNames, {})).items).toEqual([])
})

test('an added name is a list of its own: it is found, kept, refused twice, and removed', async () => {
  await writeFile(join(folder, 'own.csv'), 'name\nJane Doe\n')
  await bring('own.csv')
  const added = await add()
  expect(added.status).toBe(200)
  const { id } = (await added.json()) as { id: string }
  expect((await add({ name: 'zebedee  quillfeather' })).status).toBe(409)
  await bring('own.csv')
  const { items } = await server.call(screening.lists, {})
  expect(items.map(({ source, entries }) => [source, entries])).toEqual([
    ['adverse', 1],
    ['own', 1],
  ])
  await screenAll(server.db, NOON)
  expect(await openHits()).toEqual(['b Zebedee QUILLFEATHER'])
  const reason = { params: { name: id }, body: { reason: 'Another person.' } }
  expect((await server.send(screening.removeAdverseName, reason, { as: 'manager' })).status).toBe(200)
  expect((await server.send(screening.removeAdverseName, reason, { as: 'manager' })).status).toBe(404)
  await screenAll(server.db, NOON)
  expect(await openHits()).toEqual([])
  expect(await auditOf(server.db, 'adverse name', id)).toMatchObject([
    { actor: 'manager', reason: 'Adverse media.' },
    { actor: 'manager', reason: 'Another person.' },
  ])
  expect(await server.call(screening.changes, { params: { source: 'adverse' } })).toMatchObject({ removed: 1 })
})

test('a list of the settings cannot replace the added names', async () => {
  await add()
  await writeFile(join(folder, 'adverse.csv'), 'name\nJane Doe\n')
  await expect(bring('adverse.csv')).rejects.toThrow(/kept in the window/)
  expect((await server.call(screening.lists, {})).items).toMatchObject([{ source: 'adverse', entries: 1 }])
})
