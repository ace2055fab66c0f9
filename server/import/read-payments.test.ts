// Payments in the forms that others publish and send: samples of our own, in the shapes of each form.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countReasons } from '#server/text/fault.ts'
import { withoutRepeated } from './payments.ts'
import { readPayments, type PaymentOptions } from './read-payments.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-payments-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-27T12:00:00Z')
function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const mapped = (more: object = {}) =>
  write(
    'map.json',
    JSON.stringify({
      columns: { id: 'id', at: 'at', amount: 'amount', customerId: 'client', counterpartyName: 'payee' },
      ...more,
    }),
  )
const read = (file: string, more: Partial<PaymentOptions> = {}) => readPayments({ path: file, ...more }, now)
const table = (content: string | Uint8Array, more: object = {}) => read(write('a.csv', content), { map: mapped(more) })
const HEAD = 'id,at,amount,client,payee'

describe('a table is refused as a whole', () => {
  test.each<[string, string | Uint8Array, object, RegExp]>([
    [
      'in another encoding',
      Buffer.from(`${HEAD}\n1,2026-11-20,1,C,M\xFCller\n`, 'latin1'),
      {},
      /line 2.*0xFC.*“.*Müller”.*--encoding/,
    ],
    [
      'with a wanted column twice',
      `${HEAD},amount\n1,2026-11-20,1.00,C,x,999.00\n`,
      {},
      /2 columns "amount".*amount#2/,
    ],
    ['without a wanted column', 'id,at,amount,payee\n1,2026-11-20,1,x\n', {}, /no column client. It has "id"/],
    [
      'with both decimal signs',
      `${HEAD}\n1,2026-11-20,1.50,C,x\n2,2026-11-20,"1,50",C,x\n`,
      {},
      /both decimal signs, "1.50" and "1,50"/,
    ],
    ['with an open quote', `${HEAD}\n1,2026-11-20,1.50,C,"x\n2,2026-11-20,1.50,C,x\n`, {}, /cannot be read/],
    ['that is an Excel file', Buffer.from('PK\x03\x04rest', 'latin1'), {}, /ZIP archive/],
    ['that is empty', '', {}, /no header row/],
  ])('%s', async (_, content, more, message) => {
    await expect(table(content, more)).rejects.toThrow(message)
  })

  test('of no known form, with its columns and the known forms', async () => {
    await expect(read(write('x.csv', 'when,what\n1,2\n'))).rejects.toThrow(
      /no form that is known \(ibm-aml, paysim.*columns are when, what/,
    )
  })
})

test('rows with a fault are left out by reason, the rest is kept', async () => {
  const rows: [string, string | null][] = [
    ['1,2026-11-20,100.50,C1,x', null],
    ['2,2026-02-31,1.00,C1,x', 'at: no such day'],
    ['3,0026-11-20,1.00,C1,x', 'at: year out of range'],
    ['4,2126-11-20,1.00,C1,x', 'at: in the future'],
    ['5,03/04/2026,1.00,C1,x', 'at: day or month first'],
    ['6,45987,1.00,C1,x', 'at: spreadsheet number'],
    ['7,2026-11-20,-5.00,C1,x', 'amount: negative'],
    ['8,2026-11-20,1e3,C1,x', 'amount: with an exponent'],
    ['9,2026-11-20,1.005,C1,x', 'amount: too many decimals'],
    ['10,2026-11-20,$5,C1,x', 'amount: with a currency'],
    ['\u200B11,2026-11-20,5,C1,x', 'id: invisible character'],
    ['12,2026-11-20,5,C\u00A01,x', 'customerId: invisible character'],
    ['13,2026-11-20,5,C1,x\uFFFDy', 'a lost character'],
    ['14,2026-11-20,5,C1,x\0y', 'a zero byte'],
    ['15,2026-11-20,5,C1', 'not a row of this table'],
    [',2026-11-20,5,C1,x', 'no id'],
    ['1,2026-11-20,100.50,C1,x', null],
    ['1,2026-11-20,100.51,C1,x', null],
    ['16,2026-11-20,"1,234.50",C1,=1+1', null],
  ]
  const data = await table([HEAD, ...rows.map(([row]) => row)].join('\n'))
  expect(data.errors.map(({ line, reason }) => [line, reason])).toEqual(
    rows.flatMap(([, reason], n) => (reason === null ? [] : [[n + 2, reason]])),
  )
  const { placed, errors } = withoutRepeated(data.placed)
  expect(placed.map(({ transaction: { id, amount, counterparty } }) => [id, amount, counterparty.name])).toEqual([
    ['1', '100.50', 'x'],
    ['16', '1234.50', '=1+1'],
  ])
  expect(errors.map(({ line, reason, message }) => [line, reason, message])).toEqual([
    [18, 'the same payment again', '1 is at line 2 too'],
    [19, 'a known id with other content', '1 is at line 2 with another amount, usd: the id is not unique'],
  ])
  expect(data.read).toBe(rows.length)
})

test('a file of which most rows are not of its table is refused before all of it is read', async () => {
  const row = (n: number) => `${n},2026-11-20,1,C1,x\n`
  const rows = Array.from({ length: 1100 }, (_, n) => row(n)).join('')
  const strays = '"a","b"\n'.repeat(1050)
  await expect(table(`${HEAD}\n${row(1)}${strays}${rows}`)).rejects.toThrow(
    /of its first 1002 rows 1001 are not rows of its table, as on line 3: Invalid Record Length/,
  )
  const mixed = Array.from({ length: 1100 }, (_, n) => (n < 1050 ? `${row(n)}"a","b"\n` : row(n))).join('')
  const data = await table(`${HEAD}\n${mixed}`)
  expect([data.read, data.errors.length]).toEqual([2150, 1050])
})

test('a table says how it is read, and which columns are not', async () => {
  const semicolon = await table('\uFEFFid;at;amount;client;payee;note\n1;2026-11-20;100,50;C1;Müller;n\n')
  expect(semicolon.placed[0]?.transaction).toMatchObject({ amount: '100.50', counterparty: { name: 'Müller' } })
  expect(semicolon.said[0]).toMatch(/utf-8 \(by byte order mark\), ";" between columns, "," as decimal sign/)
  expect(semicolon.unread).toEqual(['note'])
  const wide = Buffer.concat([
    Buffer.from([0xfe, 0xff]),
    Buffer.from(`${HEAD}\n1,2026-11-20,1,C1,Łukasz\n`, 'utf16le').swap16(),
  ])
  expect((await table(wide)).placed[0]?.transaction.counterparty.name).toBe('Łukasz')
  const latin = Buffer.from(`${HEAD}\n1,2026-11-20,1,C1,M\xFCller \x80\n`, 'latin1')
  expect((await table(latin, { encoding: 'windows-1252' })).placed[0]?.transaction.counterparty.name).toBe('Müller €')
  const odd = await table('"id" ,\uFEFF at,am\u200Bount,client,payee\n1,2026-11-20,1,C1,x\n')
  expect(odd.placed).toHaveLength(1)
})

test('a mapping says what a file does not: signs, dates, zone, rates, columns of one name', async () => {
  const more = {
    columns: { id: 'id', at: 'at', amount: 'amount#2', customerId: 'client' },
    ignore: ['amount#1'],
    negative: 'outgoing',
    dates: 'day first',
    zone: 'Europe/Prague',
    defaults: { currency: 'CZK' },
    rates: { CZK: '0.045' },
    decimal: ',',
  }
  const data = await table('id;at;amount;client;amount\n1;3.4.2026 12:00;x;C1;-1.234,50\n2;4.4.2026;x;C1;10\n', more)
  expect(data.errors).toEqual([])
  expect(
    data.placed.map(({ transaction: { at, amount, usd, direction } }) => [at.toJSON(), amount, usd, direction]),
  ).toEqual([
    ['2026-04-03T10:00:00.000Z', '1234.50', '55.55', 'outgoing'],
    ['2026-04-03T22:00:00.000Z', '10', '0.45', 'incoming'],
  ])
})

test('a currency that is no code, one without a rate, and a contradicting amount in USD are faults', async () => {
  const columns = { id: 'id', at: 'at', amount: 'amount', customerId: 'client', currency: 'cur', usd: 'usd' }
  const rows = [
    '1,2026-11-20,5,C1,US Dollar,',
    '2,2026-11-20,5,C1,EUR,',
    '3,2026-11-20,5,C1,USD,6',
    '4,2026-11-20,5,C1,usd,5',
    '5,2026-11-20,5.5,C1,JPY,1',
    '6,2026-11-20,5.125,C1,KWD,1',
  ]
  const data = await table(['id,at,amount,client,cur,usd', ...rows].join('\n'), { columns })
  expect(data.errors.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'currency: no code'],
    [3, 'usd: missing'],
    [4, 'usd: another amount'],
    [5, 'currency: no code'],
    [6, 'amount: too many decimals'],
  ])
})

describe('a published data set is recognised by its header', () => {
  test.each([
    [
      'ibm-aml',
      'Timestamp,From Bank,Account,To Bank,Account,Amount Received,Receiving Currency,Amount Paid,Payment Currency,Payment Format,Is Laundering\n2022/09/05 07:08,0123,80AB,045,80CD,12.5,Yuan,88.03,Yuan,Wire,1\n',
      {
        at: '2022-09-05T07:08:00.000Z',
        customer: '80AB',
        other: '80CD',
        amount: '88.03',
        currency: 'CNY',
        usd: '12.50',
        direction: 'outgoing',
        marked: ['80AB', '80CD'],
      },
    ],
    [
      'paysim',
      'step,type,amount,nameOrig,oldbalanceOrg,newbalanceOrig,nameDest,oldbalanceDest,newbalanceDest,isFraud,isFlaggedFraud\n26,CASH_IN,77.1,C11,0,77.1,M22,0,0,0,0\n',
      {
        at: '2026-01-02T02:00:00.000Z',
        customer: 'C11',
        other: null,
        amount: '77.1',
        currency: 'USD',
        usd: '77.1',
        direction: 'incoming',
        marked: [],
      },
    ],
    [
      'saml-d',
      'Time,Date,Sender_account,Receiver_account,Amount,Payment_currency,Received_currency,Sender_bank_location,Receiver_bank_location,Payment_type,Is_laundering,Laundering_type\n23:59:01,2023-01-31,55,66,100,Euro,UK pounds,Spain,UAE,ACH,0,Normal_Small_Fan_Out\n',
      {
        at: '2023-01-31T23:59:01.000Z',
        customer: '55',
        other: '66',
        amount: '100',
        currency: 'EUR',
        usd: '107.00',
        direction: 'outgoing',
        marked: [],
      },
    ],
    [
      'berka',
      '"trans_id";"account_id";"date";"type";"operation";"amount";"balance";"k_symbol";"bank";"account"\n9;77;980228;"VYDAJ";"PREVOD NA UCET";1500.00;900.00;"SIPO";"AB";"123456"\n',
      {
        at: '1998-02-28T00:00:00.000Z',
        customer: '77',
        other: null,
        amount: '1500.00',
        currency: 'CZK',
        usd: '51.00',
        direction: 'outgoing',
        marked: undefined,
      },
    ],
  ])('%s', async (form, content, { customer, other, marked, ...fields }) => {
    const data = await read(write(`${form}.csv`, content))
    expect(data.errors).toEqual([])
    expect(data.said.join('\n')).toContain(`is of the form ${form}`)
    const [{ transaction } = { transaction: undefined }] = data.placed
    expect(transaction && { ...transaction, at: transaction.at.toJSON() }).toMatchObject(fields)
    expect([transaction?.customer.id, transaction?.counterparty.account?.id ?? null]).toEqual([customer, other])
    expect(data.marked && [...data.marked]).toEqual(marked)
  })
})

test('each row is kept or has a reason', async () => {
  const field = fc.oneof(
    fc.constantFrom('1', 'C1', '2026-11-20', '2026-13-01', '12.50', '-1', '1,5', '', '"', 'x"y', '\u200B', '1e9', '\t'),
    fc.string({ maxLength: 8 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(field, { minLength: 4, maxLength: 6 }), { maxLength: 30 }), async (rows) => {
      const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""').toWellFormed()}"`).join(','))
      const data = await table([HEAD, ...quoted].join('\n'), { decimal: '.' })
      const { placed, errors } = withoutRepeated(data.placed)
      const leftOut = countReasons([...data.errors, ...errors].map(({ reason }) => reason)).reduce(
        (sum, { count }) => sum + count,
        0,
      )
      expect(data.read).toBe(placed.length + leftOut)
      expect(data.read).toBe(rows.length)
    }),
    { numRuns: 150 },
  )
})

const CASES = '../shared/data/cases/import'
test.skipIf(!existsSync(CASES))(
  `of every file of ${CASES} all rows are kept or have a reason (skipped where it is missing)`,
  async () => {
    const results: Record<string, unknown> = {}
    for (const name of readdirSync(CASES).filter((each) => each.endsWith('.csv'))) {
      const map = join(CASES, name.replace('.csv', '.map.json'))
      const isPublic = /^(?:berka|ibm-aml|paysim|saml-d)/.test(name)
      try {
        const data = await read(join(CASES, name), isPublic || !existsSync(map) ? {} : { map })
        expect(data.read, name).toBe(data.placed.length + data.errors.length)
        results[name] = `${data.placed.length} of ${data.read}`
      } catch (error) {
        results[name] = (error as Error).message.replace(`${CASES}/`, '')
      }
    }
    expect(results).toMatchObject({
      'amounts.csv': '3 of 12',
      'berka.csv': '1 of 1',
      'bom-quoted-header.csv': '1 of 1',
      'cp1252.csv': expect.stringContaining('0xFC'),
      'dup-header.csv': expect.stringContaining('2 columns'),
      'header-space.csv': '1 of 1',
      'ibm-aml.csv': '2 of 2',
      'paysim.csv': '2 of 2',
      'rtl-zero-width.csv': '1 of 2',
      'saml-d.csv': '1 of 1',
      'semicolon.csv': '1 of 1',
      'utf16.csv': '1 of 1',
    })
  },
)
