import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readOptions, type Options } from './options.ts'
import { printReport } from './print.ts'
import { runImport } from './run.ts'
import { scoreRules } from './score.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'docket-import-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

const now = new Date('2026-11-01T00:00:00Z')
const run = (options: Options) => runImport(database.db, options, now)
const amlsim = (more: Partial<Options> = {}): Options =>
  ({
    format: 'amlsim',
    folder,
    start: new Date('2026-01-01'),
    platform: 'uat',
    strict: false,
    json: false,
    ...more,
  }) as Options

function write(name: string, lines: string[]): string {
  const file = join(folder, name)
  writeFileSync(file, lines.join('\n'))
  return file
}

async function stored(platform: string) {
  return await database.db
    .selectFrom('transaction')
    .select(['id', 'at', 'customer_id', 'counterparty_id', 'direction', 'usd', 'service', 'country'])
    .where('platform', '=', platform)
    .orderBy('id')
    .execute()
}

test('a missing folder, a file without its columns and an invalid mapping are refused with a message', async () => {
  await expect(run(amlsim({ folder: join(folder, 'not-there') } as never))).rejects.toThrow(/no folder.*nodes.csv/)
  await expect(run(amlsim())).rejects.toThrow(/nodes.csv cannot be read/)
  write('nodes.csv', ['nodeid,init_balance', '1,5'])
  await expect(run(amlsim())).rejects.toThrow(/nodes.csv has no column isFraud/)
  const csv = (map: string): Options => ({
    format: 'csv',
    file: 'x.csv',
    map,
    platform: 'uat',
    strict: false,
    json: false,
  })
  await expect(run(csv(write('map.json', ['{"columns": {"id": "Ref", "when": "x"}}'])))).rejects.toThrow(
    /no mapping.*columns.at/,
  )
  await expect(run(csv(write('map.json', ['no JSON'])))).rejects.toThrow(/no mapping/)
})

test('invalid arguments are answered with the usage', () => {
  for (const args of [
    [],
    ['amlsim'],
    ['xml', 'a'],
    ['csv', 'a'],
    ['amlsim', 'a', '--nonsense'],
    ['amlsim', 'a', 'b'],
    ['payments'],
    ['payments', 'a', '--form', 'excel'],
    ['payments', 'a', '--form', 'paysim', '--map', 'b'],
    ['payments', 'a', '--bic', 'X'],
    ['payments', 'a', '--rates', 'EUR:1'],
    ['amlsim', 'a', '--start', '2026-02-31'],
  ]) {
    expect(() => readOptions(args)).toThrow(/usage/)
  }
  expect(() => readOptions(['amlsim', 'a', '--platform', 'mars'])).toThrow(/no platform mars/)
  expect(() => readOptions(['amlsim', 'a', '--start', 'soon'])).toThrow(/--start is not a date/)
  expect(readOptions(['amlsim', 'a', '--strict'])).toEqual({ ...amlsim({ strict: true }), folder: 'a' })
})

const NODES = ['nodeid,isFraud,init_balance,fraudStep', '1,0,10,-1', '2,1,10,3', '3,0,10,-1', 'x,0,10,-1']
const TRANSFERS = [
  'sourceNodeId,targetNodeId,value,time',
  '1,2,100.5,1',
  '1,9,100,1',
  '1,2,-5,1',
  '2,3,12000,1',
  '1,2',
  '3,1,7,soon',
  '3,1,20,0',
]

test('broken rows are reported with file and line: in strict mode nothing is imported, else the rest', async () => {
  write('nodes.csv', NODES)
  write('transactions.csv', TRANSFERS)
  const refused = await run(amlsim({ strict: true }))
  expect(await stored('uat')).toEqual([])
  expect(printReport(refused)).toMatch(/Nothing was imported: 5 broken rows/)

  const report = await run(amlsim())
  expect(report.errors.map(({ file, line, message }) => `${file.split('/').at(-1)}:${line} ${message}`)).toEqual([
    'nodes.csv:5 nodeid is not a whole number: "x"',
    'transactions.csv:3 targetNodeId 9 is not in nodes.csv',
    'transactions.csv:4 value is not an amount: "-5"',
    expect.stringMatching(/^transactions.csv:6 Invalid Record Length/),
    'transactions.csv:7 time is not a whole number: "soon"',
  ])
  const day = (n: number, hour: number) => new Date(Date.UTC(2026, 0, 1 + n, hour))
  const base = { direction: 'outgoing', service: null, country: null }
  expect(await stored('uat')).toEqual([
    { ...base, id: 'S000002', at: day(1, 6), customer_id: '1', counterparty_id: '2', usd: '100.5' },
    { ...base, id: 'S000005', at: day(1, 18), customer_id: '2', counterparty_id: '3', usd: '12000' },
    { ...base, id: 'S000008', at: day(0, 12), customer_id: '3', counterparty_id: '1', usd: '20' },
  ])
  expect(report).toMatchObject({ accounts: 3, transactions: 3, stored: 3, duplicates: 0, alerts: 1, cases: 1 })
  const large = {
    alerts: 1,
    parties: { flagged: 2, found: 1, precision: 0.5, recall: 1 },
    subjects: { flagged: 1, found: 1 },
  }
  expect(report.score?.rules.find(({ name }) => name === 'Large transaction')).toMatchObject(large)
  const printed = printReport(report)
  expect(printed).toMatch(/Large transaction +1 +2 +50.0 % +100.0 % +1 +100.0 % +100.0 %/)
  expect(printed).toMatch(/Prohibited country +not applicable/)
  expect(printed).toMatch(/uat: 3 accounts, 3 transactions read, 3 stored, 0 known already, 5 broken rows;/)
})

test('importing again changes nothing', async () => {
  const before = await stored('uat')
  const again = await run(amlsim())
  expect(again).toMatchObject({ stored: 0, duplicates: 3, alerts: 0, cases: 0 })
  expect(again.score?.rules.find(({ name }) => name === 'Large transaction')?.alerts).toBe(1)
  expect(await stored('uat')).toEqual(before)
})

test('any CSV file can be imported with a mapping', async () => {
  const map = write('map.json', [
    JSON.stringify({
      columns: {
        id: 'Ref',
        at: 'When',
        amount: 'Amount',
        currency: 'Cur',
        usd: 'USD',
        customerId: 'Client',
        direction: 'D/C',
        country: 'Where',
        counterpartyName: 'With',
      },
      values: { direction: { D: 'outgoing', C: 'incoming' } },
      data: { transactionDesc: 'Text' },
      profile: { registrationIp: 'From' },
    }),
  ])
  const file = write('bank.csv', [
    'Ref,When,Amount,Cur,USD,Client,D/C,Where,With,Text,From',
    'a,2026-02-01 10:00:00,10000,EUR,10800.00,77,D,Germany,"Müller, Söhne",Invoice,198.18.0.1',
    'b,2026-02-01,5,USD,,77,C,,x,,',
    'c,2026-02-01T10:00:00+02:00,5,EUR,,77,C,DE,x,no rate,',
    'd,yesterday,5,USD,,77,C,DE,x,no date,',
    'e,2026-02-01,5,USD,,77,X,DE,x,no direction,',
    'f,2026-02-01,5,USD,,77,C,Elbonia,x,no country,',
  ])
  const report = await run({ format: 'csv', file, map, platform: 'dev', strict: false, json: false })
  expect(report.errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '4 usd is not an amount: "", and EUR has no rate ("rates" in the mapping)',
    '5 at is not a date: "yesterday"',
    '6 direction is not one of incoming, outgoing: "X"',
    '7 country is no country: "Elbonia"',
  ])
  expect(report).toMatchObject({ accounts: 1, stored: 2, alerts: 1, cases: 1 })
  expect(report.score).toBeUndefined()
  const customer = await database.db.selectFrom('customer').select('profile').where('platform', '=', 'dev').execute()
  expect(customer).toEqual([{ profile: { registrationIp: '198.18.0.1' } }])
  const found = await database.db
    .selectFrom('monitoring_case')
    .select(['id', 'counterparty_name', 'amount', 'currency', 'usd', 'country', 'created_at', 'search'])
    .where('platform', '=', 'dev')
    .execute()
  expect(found).toEqual([
    {
      id: '*a',
      counterparty_name: 'Müller, Söhne',
      amount: '10000',
      currency: 'EUR',
      usd: '10800.00',
      country: 'DE',
      created_at: new Date('2026-02-01T10:00:00Z'),
      search: ['*a', 'invoice', '77', '', '', '', '', '', '', ''].join('\n'),
    },
  ])
})

test('a stored id with other content is a fault and no duplicate, and the table accounts for every row', async () => {
  const map = write('map2.json', [
    '{"columns": {"id": "Ref", "at": "When", "amount": "Amount", "customerId": "Client"}}',
  ])
  const options = (lines: string[], strict = false): Options => {
    const file = write('again.csv', ['Ref,When,Amount,Client,Note', ...lines])
    return { format: 'csv', file, map, platform: 'paxum', strict, json: false }
  }
  await run(options(['a,2026-02-01,5,77,', 'b,2026-02-01,6,77,']))
  const report = await run(
    options([
      'a,2026-02-01,5.00,77,',
      'b,2026-02-01,7,77,',
      'c,2026-02-31,1,77,',
      'd,2026-02-02,1,77,',
      'd,2026-02-02,1,77,',
    ]),
  )
  expect(report).toMatchObject({ read: 5, kept: 2, stored: 1, duplicates: 1, unread: ['Note'] })
  expect(report.errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '4 at is not a date: "2026-02-31" does not exist in the calendar',
    '6 d is at line 5 too',
    '3 b is stored with another amount, usd: the id is not unique',
  ])
  expect(report.leftOut.reduce((sum, { count }) => sum + count, report.kept)).toBe(report.read)
  const printed = printReport(report)
  expect(printed).toMatch(/read +5\nkept +2\nleft out +3\n +a known id with other content +1\n/)
  expect(printed).toMatch(/without counterparty +100.0 %/)
  expect(printed).toMatch(/not read: Note/)
  const refused = await run(options(['e,2026-02-02,1,77,', 'f,2026-02-31,1,77,'], true))
  expect(refused).toMatchObject({ read: 2, kept: 0, isRefused: true })
  expect(refused.leftOut).toEqual([
    { reason: 'at: no such day', count: 1 },
    { reason: 'without a fault, by --strict', count: 1 },
  ])
  expect((await stored('paxum')).map(({ id, usd }) => [id, usd])).toEqual([
    ['a', '5'],
    ['b', '6'],
    ['d', '1'],
  ])
})

test('a mapping fills addresses and every card that the file contains', async () => {
  const columns = { id: 'Ref', at: 'When', amount: 'Amount', customerId: 'Client' }
  const address = { line: 'Street', city: 'Town', country: 'Land' }
  const cards = [{ cardNumber: 'Card', issuedDate: 'Issued', activationDate: 'Active', activationCountry: 'In' }]
  const map = write('cards.json', [JSON.stringify({ columns, address, cards })])
  const file = write('cards.csv', [
    'Ref,When,Amount,Client,Street,Town,Land,Card,Issued,Active,In',
    'a,2026-02-01,5,77,1 Main Street,Cluj,Romania,4111,2026-01-01,,',
    'b,2026-02-02,5,77,,Nowhere,,4222,2026-01-05,2026-01-20 08:00:00,NG',
    'c,2026-02-03,5,77,,,,4111,,2026-01-30,RO',
    'd,2026-02-03,5,77,,,,4333,soon,,',
    'e,2026-02-03,5,77,,,,4333,,,Elbonia',
    'f,2026-02-03,5,77,2 Main Street,,Elbonia,,,,',
    'g,2026-02-04,5,78,,,,,,,',
  ])
  const report = await run({ format: 'csv', file, map, platform: 'px', strict: false, json: false })
  expect(report.errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '5 issuedDate is not a date: "soon"',
    '6 activationCountry is no country: "Elbonia"',
    '7 address.country is no country: "Elbonia"',
  ])
  const query = database.db.selectFrom('customer').select(['id', 'profile']).where('platform', '=', 'px')
  expect(await query.orderBy('id').execute()).toEqual([
    {
      id: '77',
      profile: {
        address: { line: '1 Main Street', city: 'Cluj', country: 'RO' },
        cards: [
          {
            cardNumber: '4111',
            issuedDate: '2026-01-01 00:00:00',
            activationDate: '2026-01-30 00:00:00',
            activationCountry: 'RO',
          },
          {
            cardNumber: '4222',
            issuedDate: '2026-01-05 00:00:00',
            activationDate: '2026-01-20 08:00:00',
            activationCountry: 'NG',
          },
        ],
      },
    },
    { id: '78', profile: {} },
  ])
})

test('an unknown part of an address or card in a mapping is reported with its place', async () => {
  for (const odd of [{ address: { city: 'Town' } }, { cards: [{ cardNumber: 'Card', colour: 'C' }] }]) {
    const columns = { id: 'Ref', at: 'When', amount: 'Amount', customerId: 'Client' }
    const map = write('odd.json', [JSON.stringify({ columns, ...odd })])
    const options = { format: 'csv' as const, file: 'x.csv', map, platform: 'px', strict: false, json: false }
    await expect(run(options)).rejects.toThrow(/address\.line|cards\.0/)
  }
})

test('scores count accounts, not alerts', () => {
  const alerts = [
    { ruleId: '1', account: 'a', from: 'a', to: 'b' },
    { ruleId: '1', account: 'a', from: 'a', to: 'c' },
    { ruleId: '2', account: 'd', from: 'a', to: null },
  ]
  const [one, two, none, any] = scoreRules(
    ['1', '2', '3'].map((ruleId) => ({ ruleId, name: ruleId })),
    alerts,
    new Set(['a', 'b', 'z', 'y']),
  )
  expect(one?.parties).toEqual({ flagged: 3, found: 2, precision: 2 / 3, recall: 0.5 })
  expect(one?.subjects).toEqual({ flagged: 1, found: 1, precision: 1, recall: 0.25 })
  expect(two?.subjects).toEqual({ flagged: 1, found: 0, precision: 0, recall: 0 })
  expect(none?.parties).toEqual({ flagged: 0, found: 0, precision: null, recall: null })
  expect(any).toMatchObject({ alerts: 3, parties: { flagged: 3, found: 2 } })
})

const REAL = '../shared/data/amlsim-20k'
test.skipIf(!existsSync(REAL))(
  `${REAL} is imported completely (skipped where it is missing)`,
  { timeout: 300_000 },
  async () => {
    const report = await run(amlsim({ folder: REAL, platform: 'aplus' } as never))
    expect(report).toMatchObject({
      accounts: 20_000,
      transactions: 120_558,
      stored: 120_558,
      duplicates: 0,
      errors: [],
    })
    expect(report.score?.marked).toBe(1804)
    expect(report.alerts).toBeGreaterThan(1000)
    expect(report.cases).toBeGreaterThan(1000)
    // every alert is on a case, every case has its transaction
    const { n } = await database.db
      .selectFrom('alert as a')
      .innerJoin('monitoring_case as c', (join) =>
        join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'a.case_id'),
      )
      .innerJoin('transaction as t', (join) =>
        join.onRef('t.platform', '=', 'c.platform').onRef('t.id', '=', 'c.transaction_id'),
      )
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('a.platform', '=', 'aplus')
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(report.alerts)
  },
)
