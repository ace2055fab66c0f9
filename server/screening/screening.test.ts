import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { ingest } from '#server/monitoring/ingest.ts'
import { insertRows } from '#server/monitoring/rows.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/incoming.ts'
import { storeCustomers } from '#server/monitoring/store-transactions.ts'
import { SIMILARITY } from '#server/policy/sanctions.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { hitsOf } from './hits.ts'
import { keepList, listInForce } from './keep-list.ts'
import { readOfac, type ListEntry } from './ofac.ts'
import { readOfacXml } from './ofac-xml.ts'
import { readList } from './read-list.ts'
import { screenAll } from './screen.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2026-03-11T12:00:00Z')
const platform = 'paxum'
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
})
afterEach(() => database.close())

const entry = (id: string, ...names: string[]): ListEntry => ({
  id,
  type: 'individual',
  programs: ['X'],
  title: null,
  remarks: null,
  names: names.map((name, n) => ({ kind: n === 0 ? 'primary' : 'aka', name })),
  addresses: [],
})
const listOf = (digest: string, ...entries: ListEntry[]) => ({ name: 'Test list', digest, entries })
const party = (id: string, name: string): Party => ({ id, type: 'personal', name, createdAt: NOW })
const keep = (digest: string, ...entries: ListEntry[]) => keepList(database.db, listOf(digest, ...entries), NOW)
const store = (...parties: Party[]) => storeCustomers(database.db, platform, parties)
const hits = async (id: string) =>
  (await hitsOf(database.db, platform, id)).map(({ name, outcome, details }) => [name, outcome, details['party']])
const decide = (outcome: 'false_positive' | 'true_positive') =>
  database.db
    .updateTable('sanctions_hit')
    .set({ outcome, decided_by: 'analyst', decided_at: NOW, note: 'Seen.' })
    .execute()

describe('the published form', () => {
  test('is read with aliases, addresses, and remarks that go on elsewhere', () => {
    const [person, ship, company] = readOfac({
      sdn: `36,"DOE, Jane ""JD""","individual","SDGT] [IRAN","Chief",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1970; Linked T"\r\n40,"SEA",vessel,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n41,"DOE, S.A.",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\u001A`,
      alt: '36,1,"aka","ROE, Jane",-0- \n36,2,"fka","DOE, Janet",-0- \n99,3,"aka","NOBODY",-0- \n',
      add: '36,1,"Calle 1","Havana","Cuba",-0- \n36,2,-0- ,-0- ,"Spain",-0- \n41,3,-0- ,-0- ,-0- ,-0- \n',
      comments: '36,"o: X."\n',
    })
    expect(person).toEqual({
      id: '36',
      type: 'individual',
      programs: ['SDGT', 'IRAN'],
      title: 'Chief',
      remarks: 'DOB 1970; Linked To: X.',
      names: [
        { kind: 'primary', name: 'DOE, Jane "JD"' },
        { kind: 'aka', name: 'ROE, Jane' },
        { kind: 'fka', name: 'DOE, Janet' },
      ],
      addresses: ['Calle 1, Havana, Cuba', 'Spain'],
    })
    expect([ship?.type, company?.type, company?.addresses]).toEqual(['vessel', 'entity', []])
  })

  test.each([
    ['', /no entries/],
    ['<xml/>', /not a row/],
    ['id,name\n1,"X"', /not a row/],
  ])('is told from something else: %j', (sdn, reason) => {
    expect(() => readOfac({ sdn })).toThrow(reason)
  })

  test('is found in a folder or at a file, whatever the case of its names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docket-list-'))
    try {
      await expect(readList(folder)).rejects.toThrow(
        `The sanctions list at ${folder} cannot be used: there is no SDN.CSV or SDN.XML`,
      )
      await writeFile(join(folder, 'SDN.CSV'), '1,"DOE, Jane","individual","X"\n')
      const alone = await readList(join(folder, 'SDN.CSV'))
      await writeFile(join(folder, 'Alt.csv'), '1,1,"aka","ROE, Jane",-0- \n')
      const both = await readList(folder)
      expect(both.entries[0]?.names.length).toBe(2)
      expect(both.digest).not.toBe(alone.digest)
      expect((await readList(folder)).digest).toBe(both.digest)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  const XML = (entries: string) =>
    `<?xml version="1.0"?><sdnList xmlns="urn:list"><publshInformation><Record_Count>1</Record_Count></publshInformation>${entries}</sdnList>`

  test('is read from XML as from CSV', () => {
    const [person, company] = readOfacXml(
      XML(`<sdnEntry><uid>36</uid><firstName>Jane</firstName><lastName>DOE</lastName><title>Chief</title>
        <sdnType>Individual</sdnType><remarks>DOB 1970</remarks>
        <programList><program>SDGT</program><program>IRAN</program></programList>
        <akaList>
          <aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>ROE</lastName><firstName>Jane</firstName></aka>
          <aka><uid>2</uid><type>f.k.a.</type><category>strong</category><lastName>SMITH &amp; S&#xD8;N</lastName></aka>
          <aka><uid>3</uid><type>a.k.a.</type><category>weak</category><lastName>JD</lastName></aka>
        </akaList>
        <addressList><address><uid>4</uid><address1>Calle 1</address1><city>Havana</city><postalCode>10400</postalCode>
          <country>Cuba</country></address><address><uid>5</uid><country>Spain</country></address></addressList>
      </sdnEntry>
      <sdnEntry><uid>41</uid><lastName>DOE, S.A.</lastName><sdnType>Entity</sdnType></sdnEntry>`),
    )
    expect(person).toEqual({
      id: '36',
      type: 'individual',
      programs: ['SDGT', 'IRAN'],
      title: 'Chief',
      remarks: 'DOB 1970; a.k.a. "JD"',
      names: [
        { kind: 'primary', name: 'DOE, Jane' },
        { kind: 'aka', name: 'ROE, Jane' },
        { kind: 'fka', name: 'SMITH & SØN' },
      ],
      addresses: ['Calle 1, Havana 10400, Cuba', 'Spain'],
    })
    expect(company).toMatchObject({
      id: '41',
      type: 'entity',
      names: [{ name: 'DOE, S.A.' }],
      addresses: [],
      remarks: null,
    })
  })

  test.each([
    [XML(''), /no entries/],
    [XML('<sdnEntry><uid>1</uid></sdnEntry>'), /not an entry/],
    [XML('<sdnEntry><uid>1</uid><lastName>DOE</lastName>'), /not the XML of a list/],
    ['id,name', /not the XML of a list/],
  ])('is told from XML of something else: %j', (xml, reason) => {
    expect(() => readOfacXml(xml)).toThrow(reason)
  })

  test('is found as XML where there is no CSV', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docket-list-'))
    try {
      await writeFile(join(folder, 'SDN.XML'), XML('<sdnEntry><uid>1</uid><lastName>DOE</lastName></sdnEntry>'))
      const xml = await readList(folder)
      expect(xml.entries.map(({ id }) => id)).toEqual(['1'])
      expect((await readList(join(folder, 'SDN.XML'))).digest).toBe(xml.digest)
      await writeFile(join(folder, 'sdn.csv'), '2,"ROE, Jane","individual","X"\n')
      expect((await readList(folder)).entries.map(({ id }) => id)).toEqual(['2'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('has a made-up list that is shipped, marked as such', async () => {
    const { name, entries } = await readList(undefined)
    expect(name).toMatch(/made up/)
    for (const each of entries) expect(each.programs.every((program) => program.startsWith('SAMPLE'))).toBe(true)
    expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['individual', 'entity', 'vessel']))
  })
})

test('a list is kept once, a changed one takes its place', async () => {
  expect(await keep('a', entry('1', 'DOE, Jane'))).toBe(true)
  expect(await keep('a', entry('1', 'DOE, Jane'))).toBe(false)
  expect(await keep('b', entry('2', 'ROE, Jane', 'ROE, J.'))).toBe(true)
  expect(await listInForce(database.db)).toMatchObject({ digest: 'b', entries: 1, names: 2, screened_at: null })
  const kept = await database.db.selectFrom('sanctions_name').select(['entry_id', 'normal']).orderBy('n').execute()
  expect(kept).toEqual([
    { entry_id: '2', normal: 'jane roe' },
    { entry_id: '2', normal: 'j roe' },
  ])
})

test('names are alike whatever their case, accents, punctuation, order and legal form', async () => {
  await keep('a', entry('1', 'AL-MANŞOŪRI, Khālid'), entry('2', 'ØRSTED & SØN, S.A.'), entry('3', "O'NEILL, Séan"))
  await store(
    party('1', 'Khalid al mansouri'),
    party('2', 'Orsted Son Limited'),
    party('3', 'Sean O’Neill'),
    party('4', 'Grace Hopper'),
  )
  expect(await screenAll(database.db, NOW)).toEqual({ customers: 4, names: 4, hits: 3 })
  const found = await Promise.all(['1', '2', '3'].map((id) => hitsOf(database.db, platform, id)))
  expect(found.map(([hit]) => hit?.score)).toEqual([1, 1, 1])
  expect(await hits('4')).toEqual([['Grace Hopper', 'no_match', undefined]])
  expect(await hits('5')).toEqual([])
})

test('a name in another script is compared by its Latin letters, on either side', async () => {
  await keep('a', entry('1', 'KOVALCHUK, Yuriy'), entry('2', 'Северный ветер'), entry('3', 'DOE, Jane'))
  await store(party('1', 'Юрий Ковальчук'), party('2', 'Severnyy Veter OOO'), party('3', 'Ада Лавлейс'))
  await screenAll(database.db, NOW)
  const found = await Promise.all(['1', '2', '3'].map((id) => hitsOf(database.db, platform, id)))
  expect(found.map((each) => each.map(({ outcome }) => outcome))).toEqual([
    ['potential_match'],
    ['potential_match'],
    ['no_match'],
  ])
})

test('an alias is found, a stranger with one name in common is not, a ship is nobody', async () => {
  const ship = { ...entry('9', 'GRACE HOPPER'), type: 'vessel' as const }
  await keep('a', entry('1', 'DOE, Jane', 'BLACK, Jana'), ship)
  await store(party('1', 'Jana Black'), party('2', 'Jane Smith-Fothergill'), party('3', 'Grace Hopper'))
  await screenAll(database.db, NOW)
  expect(await hits('1')).toEqual([['BLACK, Jana', 'potential_match', 'customer']])
  expect((await Promise.all([hits('2'), hits('3')])).map(([one]) => one?.[1])).toEqual(['no_match', 'no_match'])
})

test('a business is found by its trading name too', async () => {
  await keep('a', entry('1', 'ZENITH GALLERY'))
  await store({ ...party('1', 'Hopper Holdings'), type: 'business', profile: { tradingName: 'The Zenith Gallery' } })
  await screenAll(database.db, NOW)
  expect(await hits('1')).toEqual([['ZENITH GALLERY', 'potential_match', 'customer']])
})

const payment = (id: string, customer: Party, name: string, account: Party | null = null): IncomingTransaction => ({
  id,
  at: NOW,
  customer,
  counterparty: { name, country: null, account },
  direction: 'outgoing',
  service: null,
  amount: '1',
  currency: 'USD',
  usd: '1',
  country: null,
})

test('what is ingested is screened: customers, and the names they deal with', async () => {
  await keep('a', entry('1', 'DOE, Jane'), entry('2', 'ROE, Richard'))
  const [ada, jane] = [party('1', 'Ada Byron'), party('2', 'Jane Doe')]
  const batch = [
    payment('a', ada, 'RICHARD ROE'),
    payment('b', ada, 'Roe, Richard'),
    payment('c', ada, 'Jane Doe', jane),
  ]
  await ingest(database.db, batch, { platform, now: NOW })
  expect(await hits('1')).toEqual([['ROE, Richard', 'potential_match', 'counterparty']])
  expect(await hits('2')).toEqual([['DOE, Jane', 'potential_match', 'customer']])
})

test('a name that was like nobody is compared again when the list is another, and not before', async () => {
  const pay = (id: string, from: Party) =>
    ingest(database.db, [payment(id, from, 'Richard Roe')], { platform, now: NOW })
  await keep('a', entry('1', 'DOE, Jane'))
  await pay('a', party('1', 'Ada Byron'))
  // as if somebody had put it there unseen
  await insertRows(database.db, 'sanctions_entry', [
    { id: '9', type: 'individual', name: 'R', programs: [], details: {} },
  ])
  await insertRows(database.db, 'sanctions_name', [{ entry_id: '9', n: 0, kind: 'primary', name: 'Richard Roe' }])
  await pay('b', party('2', 'Grace Hopper'))
  expect(await hits('2')).toEqual([['Grace Hopper', 'no_match', undefined]])
  await keep('b', entry('2', 'ROE, Richard'))
  await pay('c', party('3', 'Mary Wu'))
  expect(await hits('3')).toEqual([['ROE, Richard', 'potential_match', 'counterparty']])
})

test('a customer is compared again when it is called something else, and not for a payment more', async () => {
  await keep('a', entry('1', 'DOE, Jane'))
  const checked = async () => {
    const query = database.db.selectFrom('sanctions_check').select(['checked_at', 'normal'])
    return await query.where('platform', '=', platform).where('customer_id', '=', '1').executeTakeFirst()
  }
  await ingest(database.db, [payment('a', party('1', 'Ada Byron'), 'X')], { platform, now: NOW })
  await ingest(database.db, [payment('b', party('1', 'Ada Byron'), 'X')], { platform, now: LATER })
  expect(await checked()).toEqual({ checked_at: NOW, normal: 'ada byron' })
  await ingest(database.db, [payment('c', party('1', 'Jane Doe'), 'X')], { platform, now: LATER })
  expect(await checked()).toEqual({ checked_at: LATER, normal: 'doe jane' })
  expect(await hits('1')).toEqual([['DOE, Jane', 'potential_match', 'customer']])
})

test('without a list nobody is screened', async () => {
  await ingest(database.db, [payment('a', party('1', 'Jane Doe'), 'X')], { platform, now: NOW })
  expect(await screenAll(database.db, NOW)).toEqual({ customers: 0, names: 0, hits: 0 })
  expect(await hits('1')).toEqual([])
})

describe('screening again', () => {
  const rescreen = async (digest: string, ...entries: ListEntry[]) => {
    await keepList(database.db, listOf(digest, ...entries), LATER)
    return await screenAll(database.db, LATER)
  }

  test('compares only who is new while the list is the same', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await store(party('1', 'Jane Doe'))
    await screenAll(database.db, NOW)
    await store(party('2', 'John Doe'))
    expect(await rescreen('a', entry('1', 'DOE, Jane'))).toMatchObject({ customers: 1 })
  })

  test('after a change of the list finds who was added and lets go who was taken off, counterparties too', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await ingest(database.db, [payment('a', party('1', 'Jane Doe'), 'Richard Roe')], { platform, now: NOW })
    await rescreen('b', entry('2', 'ROE, Richard'))
    expect(await hits('1')).toEqual([
      ['ROE, Richard', 'potential_match', 'counterparty'],
      ['DOE, Jane', 'no_match', 'customer'],
    ])
    await rescreen('c', entry('1', 'DOE, Jane'))
    expect(await hits('1')).toEqual([
      ['DOE, Jane', 'potential_match', 'customer'],
      ['ROE, Richard', 'no_match', 'counterparty'],
    ])
  })

  test('keeps what was decided, also when the list changes elsewhere', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await store(party('1', 'Jane Doe'))
    await screenAll(database.db, NOW)
    await decide('false_positive')
    await rescreen('b', entry('1', 'DOE, Jane'), entry('3', 'SOMEBODY ELSE'))
    expect(await hitsOf(database.db, platform, '1')).toMatchObject([
      { outcome: 'false_positive', details: { decidedBy: expect.stringMatching(/\w/), note: 'Seen.' } },
    ])
  })

  test.each([
    ['false_positive', 'potential_match'],
    ['true_positive', 'true_positive'],
  ] as const)('of a %s under another name makes it a %s', async (before, after) => {
    await keep('a', entry('1', 'DOE-MILLER, Jane'))
    await store(party('1', 'Jane Doe Miller'))
    await screenAll(database.db, NOW)
    await decide(before)
    await rescreen('b', entry('1', 'DOE-MILLER, Janet'))
    expect(await hits('1')).toEqual([['DOE-MILLER, Janet', after, 'customer']])
  })

  test('leaves a confirmed hit alone when its entry is gone', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await store(party('1', 'Jane Doe'))
    await screenAll(database.db, NOW)
    await decide('true_positive')
    await rescreen('b', entry('2', 'SOMEBODY ELSE'))
    expect(await hits('1')).toEqual([['DOE, Jane', 'true_positive', 'customer']])
  })
})

test('the threshold lies between a slip of the pen and a stranger', async () => {
  const { rows } = await database.pool.query<{ slip: number; stranger: number }>(
    `select similarity(screening_name('Mohammed Al Rashidi'), screening_name('AL-RASHIDI, Mohamed')) as slip,
      similarity(screening_name('Mohammed Al Rashidi'), screening_name('AL-RASHID, Omar')) as stranger`,
  )
  expect(rows[0]?.slip).toBeGreaterThan(SIMILARITY)
  expect(rows[0]?.stranger).toBeLessThan(SIMILARITY)
})
