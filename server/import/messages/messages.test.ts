// ISO 20022 and SWIFT MT messages in the shapes of several versions and banks, written for these tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPayments, type PaymentOptions } from '#server/import/read-payments.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-messages-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-27T12:00:00Z')
async function read(content: string | Uint8Array, more: Partial<PaymentOptions> = {}) {
  const path = join(folder, 'a.xml')
  writeFileSync(path, content)
  return readPayments({ path, rates: { EUR: '1.1' }, ...more }, now)
}

const pacs = (version: string, transactions: string, header = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.${version}"><FIToFICstmrCdtTrf><GrpHdr><MsgId>M1</MsgId>
<CreDtTm>2026-11-20T09:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs>${header}</GrpHdr>${transactions}</FIToFICstmrCdtTrf></Document>`
const agent = (name: string, bic: string, tag = 'BICFI') =>
  `<${name}><FinInstnId><${tag}>${bic}</${tag}></FinInstnId></${name}>`
const transfer = (id: string, { amount = '100.50', currency = 'EUR', tag = 'BICFI', more = '' } = {}) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>NOTPROVIDED</EndToEndId><TxId>${id}</TxId></PmtId>
  <IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt><IntrBkSttlmDt>2026-11-19</IntrBkSttlmDt><ChrgBr>SHAR</ChrgBr>
  <ChrgsInf><Amt Ccy="EUR">2.50</Amt>${agent('Agt', 'CCCCFRPP', tag)}</ChrgsInf>
  <Dbtr><Nm>Ann Käfer &amp; Söhne</Nm><PstlAdr><StrtNm>Ring</StrtNm><BldgNb>1</BldgNb><TwnNm>Wien</TwnNm><Ctry>AT</Ctry></PstlAdr>
  <Id><OrgId><LEI>LEI1</LEI></OrgId></Id></Dbtr><DbtrAcct><Id><IBAN>AT01</IBAN></Id></DbtrAcct>${agent('DbtrAgt', 'AAAAATWW', tag)}
  ${agent('CdtrAgt', 'BBBBDEFFXXX', tag)}<Cdtr><Nm>Jan Novák</Nm><PstlAdr><AdrLine>Street 1</AdrLine><AdrLine>Town</AdrLine></PstlAdr>
  <Id><PrvtId><DtAndPlcOfBirth><BirthDt>1970-03-14</BirthDt></DtAndPlcOfBirth></PrvtId></Id></Cdtr>
  <CdtrAcct><Id><Othr><Id>778899</Id></Othr></Id></CdtrAcct><RmtInf><Ustrd>Invoice 5</Ustrd><Ustrd>June</Ustrd></RmtInf>${more}</CdtTrfTxInf>`

describe('pacs.008', () => {
  test.each([
    ['02', 'BIC'],
    ['08', 'BICFI'],
    ['12', 'BICFI'],
  ])('version %s is read: parties, agents, remittance and charges', async (version, tag) => {
    const data = await read(pacs(version, transfer('T1', { tag })))
    expect(data.errors).toEqual([])
    expect(data.placed[0]?.transaction).toEqual({
      id: 'T1',
      at: new Date('2026-11-19T00:00:00Z'),
      customer: {
        id: 'AT01',
        type: 'business',
        name: 'Ann Käfer & Söhne',
        country: 'AT',
        createdAt: new Date('2026-11-19T00:00:00Z'),
        profile: { address: { line: 'Ring 1', city: 'Wien', country: 'AT' }, registrationNumber: 'LEI1' },
      },
      counterparty: { name: 'Jan Novák', country: 'DE', account: null },
      direction: 'outgoing',
      service: null,
      amount: '100.50',
      currency: 'EUR',
      usd: '110.55',
      country: null,
      data: {
        transactionDesc: 'Invoice 5 June',
        originatorName: 'Ann Käfer & Söhne',
        originatorAccountNumber: 'AT01',
        originatorAddressCountry: 'AT',
        originatorSwiftCode: 'AAAAATWW',
        beneficiaryName: 'Jan Novák',
        beneficiaryAccountNumber: '778899',
        beneficiarySwiftCode: 'BBBBDEFFXXX',
        charges: 'SHAR; 2.50 EUR',
      },
    })
    expect(data.said[0]).toContain(`pacs.008.001.${version}`)
    expect(data.unread).toContain('GrpHdr/NbOfTxs')
  })

  test('the customer is the side whose bank is ours; a payment of other banks is left out', async () => {
    const of = async (bic: string) => (await read(pacs('08', transfer('T1')), { bics: [bic] })).placed[0]?.transaction
    expect(await of('BBBBDEFF')).toMatchObject({
      direction: 'incoming',
      customer: { id: '778899', type: 'personal', profile: { dateOfBirth: '1970-03-14' } },
      counterparty: { name: 'Ann Käfer & Söhne', country: 'AT' },
    })
    expect(await of('AAAAATWWXXX')).toMatchObject({ direction: 'outgoing', customer: { id: 'AT01' } })
    expect((await read(pacs('08', transfer('T1')), { bics: ['ZZZZFRPP'] })).errors[0]).toMatchObject({
      reason: 'not ours',
    })
    const both = await read(pacs('08', transfer('T1')), { bics: ['AAAAATWW', 'BBBBDEFF'] })
    expect(both.placed[0]?.transaction.counterparty.account?.id).toBe('778899')
  })

  test('faults name the message, the payment and the field; the other payments are kept', async () => {
    const all = [
      transfer('A'),
      transfer('B', { amount: '-5' }),
      transfer('C', { amount: '1,5' }),
      transfer('D', { currency: 'EURO' }),
      transfer('E', { currency: 'CHF' }),
      transfer('F').replace('2026-11-19', '2026-02-30'),
      transfer('G').replace(/<DbtrAcct>.*?<\/DbtrAcct>/s, ''),
      transfer('H').replace('<Ctry>AT', '<Ctry>Austria'),
      transfer('I', { amount: '1.005' }),
    ]
    const data = await read(pacs('08', all.join('')))
    expect([data.read, data.placed.length]).toEqual([9, 1])
    expect(data.errors.map(({ message }) => message.replace(/:.*/s, ''))).toEqual(
      Array.from({ length: 8 }, (_, n) => `message M1, CdtTrfTxInf[${n + 2}]`),
    )
    expect(data.errors.map(({ reason }) => reason)).toEqual([
      'IntrBkSttlmAmt: negative',
      'IntrBkSttlmAmt: other decimal sign',
      'currency: no code',
      'usd: missing',
      'IntrBkSttlmDt: no such day',
      'no account',
      'no country code',
      'amount: too many decimals',
    ])
  })

  test('a batch of messages in a file is read: with prologues, without, and in an envelope with prefixes', async () => {
    const [a, b] = [pacs('08', transfer('A')), pacs('08', transfer('B'))]
    const plain = (text: string) => text.replace(/<\?xml.*?\?>\s*/, '')
    const prefixed = plain(b)
      .replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=')
    for (const text of [`${a}\n${b}`, `${plain(a)}\n${plain(b)}`, `<Batch>${plain(a)}${prefixed}</Batch>`]) {
      const data = await read(text)
      expect(data.placed.map(({ transaction: { id } }) => id)).toEqual(['A', 'B'])
      expect(data.errors).toEqual([])
    }
    const broken = await read(`${a}\n${b.slice(0, -30)}`)
    expect([broken.read, broken.placed.length, broken.errors.length]).toEqual([2, 1, 1])
  })

  test('other messages, document types and broken XML are refused by name', async () => {
    const other = pacs('08', transfer('A')).replaceAll('FIToFICstmrCdtTrf', 'FICdtTrf').replace('pacs.008', 'pacs.009')
    expect((await read(other)).errors).toMatchObject([
      {
        reason: 'message of another kind',
        message: expect.stringMatching(/pacs\.009.*pacs\.008 and camt\.053 are read/),
      },
    ])
    const entity = pacs('08', transfer('A')).replace(
      '<Document',
      '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document',
    )
    await expect(read(entity)).rejects.toThrow(/document type/)
    await expect(read(pacs('08', '<CdtTrfTxInf>'))).rejects.toThrow(/not the XML of ISO 20022/)
    await expect(read('<html/>')).rejects.toThrow(/no message of ISO 20022/)
  })

  test('is read in UTF-16 and by the encoding of its header', async () => {
    const utf16 = Buffer.from(`\uFEFF${pacs('08', transfer('A')).replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const latin = Buffer.from(pacs('08', transfer('A')).replace('UTF-8', 'ISO-8859-2'), 'latin1')
    for (const bytes of [utf16, latin])
      expect((await read(bytes)).placed[0]?.transaction.customer.name).toBe('Ann Käfer & Söhne')
  })
})

describe('camt.053', () => {
  const statement = (version: string, entries: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M9</MsgId></GrpHdr>
    <Stmt><Id>S1</Id><Acct><Id><IBAN>DE77</IBAN></Id><Ownr><Nm>Our Shop</Nm></Ownr><Svcr><FinInstnId><BIC>BBBBDEFF</BIC></FinInstnId></Svcr></Acct>
    <Bal><Amt Ccy="EUR">5</Amt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`
  const entry = (sign: string, status: string, details = '', more = '') =>
    `<Ntry><NtryRef>7</NtryRef><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt><Dt>2026-11-18</Dt></BookgDt>
    <AcctSvcrRef>R1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`

  test('of versions 02 and 08 each transaction of an entry is a payment, with the other side', async () => {
    const old =
      '<TxDtls><Refs><TxId>X1</TxId></Refs><RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>FR1</IBAN></Id></DbtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId><BIC>CCCCFRPP</BIC></FinInstnId></DbtrAgt></RltdAgts><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>'
    const data = await read(statement('02', entry('CRDT', 'BOOK', old)))
    expect(data.placed[0]?.transaction).toMatchObject({
      id: 'X1',
      direction: 'incoming',
      amount: '30.00',
      customer: { id: 'DE77', name: 'Our Shop', country: 'DE' },
      counterparty: { name: 'Payer', country: 'FR' },
      data: { transactionDesc: 'RF18' },
    })
    const one = (n: number) =>
      `<TxDtls><Amt Ccy="EUR">${n}.00</Amt><RltdPties><Cdtr><Pty><Nm>Payee ${n}</Nm></Pty></Cdtr></RltdPties></TxDtls>`
    const later = await read(statement('08', entry('DBIT', '<Cd>BOOK</Cd>', one(10) + one(20))))
    expect(
      later.placed.map(({ transaction: { id, amount, direction, counterparty } }) => [
        id,
        amount,
        direction,
        counterparty.name,
      ]),
    ).toEqual([
      ['R1/1', '10.00', 'outgoing', 'Payee 10'],
      ['R1/2', '20.00', 'outgoing', 'Payee 20'],
    ])
  })

  test('pending entries, unknown directions and details without amounts are left out with a reason', async () => {
    const bare = '<TxDtls><Refs><EndToEndId>E</EndToEndId></Refs></TxDtls>'
    const data = await read(
      statement(
        '02',
        entry('CRDT', 'PDNG') + entry('XXXX', 'BOOK') + entry('DBIT', 'BOOK', bare + bare) + entry('DBIT', 'BOOK'),
      ),
    )
    expect(data.errors.map(({ reason, message }) => [reason, message.split(':')[0]])).toEqual([
      ['not booked', 'message M9, statement S1, Ntry[1]'],
      ['no direction', 'message M9, statement S1, Ntry[2]'],
      ['no amount', 'message M9, statement S1, Ntry[3]/TxDtls[1]'],
      ['no amount', 'message M9, statement S1, Ntry[3]/TxDtls[2]'],
    ])
    expect([data.read, data.placed.length]).toEqual([5, 1])
  })

  test('a statement without entries has no fault', async () => {
    expect(await read(statement('02', ''))).toMatchObject({ read: 0, errors: [] })
  })
})

describe('MT103', () => {
  const body = (more: Record<string, string> = {}) =>
    Object.entries({
      '20': 'REF1',
      '23B': 'CRED',
      '32A': '261119EUR1234,5',
      '33B': 'USD1400,',
      '36': '0,88',
      '50K': '/AT01\nAnn Käfer\nRing 1\nWien',
      '57A': 'BBBBDEFFXXX',
      '59': '/778899\nJan Novak\nStreet 1',
      '70': 'Invoice 5\nJune',
      '71A': 'SHA',
      '71F': 'EUR2,5',
      ...more,
    })
      .map(([tag, value]) => `:${tag}:${value}`)
      .join('\r\n')
  const message = (text: string, type = '103') =>
    `{1:F01AAAAATWWAXXX0000000000}{2:I${type}BBBBDEFFXXXXN}{3:{108:X}{121:0a1b2c3d-0000-4000-8000-000000000001}}{4:\r\n${text}\r\n-}{5:{CHK:1}}`

  test('is read with its blocks: parties, banks, charges and what was instructed', async () => {
    const data = await read(message(body()))
    expect(data.errors).toEqual([])
    expect(data.placed[0]?.transaction).toMatchObject({
      id: '0a1b2c3d-0000-4000-8000-000000000001',
      at: new Date('2026-11-19T00:00:00Z'),
      amount: '1234.5',
      currency: 'EUR',
      usd: '1400',
      direction: 'outgoing',
      customer: { id: 'AT01', name: 'Ann Käfer', country: 'AT', profile: { address: { line: 'Ring 1, Wien' } } },
      counterparty: { name: 'Jan Novak', country: 'DE' },
      data: {
        transactionDesc: 'Invoice 5 June',
        charges: 'SHA; EUR2,5',
        originatorSwiftCode: 'AAAAATWW',
        beneficiarySwiftCode: 'BBBBDEFFXXX',
        originalAmount: '1400',
        transactionCurrencyRate: '0.88',
      },
    })
  })

  test('an output message has its sender in the input reference, and numbered lines of a party are read', async () => {
    const output = message(
      body({ '57A': '' })
        .replace(/:57A:\r\n/, '')
        .replace(/:50K:.*?(?=:59)/s, ':50F:/AT01\n1/Ann\n1/Käfer\n2/Ring 1\n3/AT/Wien\n4/19700314\n'),
    ).replace(/\{1:.*?\{3:/, '{1:F01BBBBDEFFAXXX0000000000}{2:O1031200261119AAAAATWWAXXX00000000002611191200N}{3:')
    const data = await read(output, { bics: ['BBBBDEFF'] })
    expect(data.errors).toEqual([])
    expect(data.placed[0]?.transaction).toMatchObject({
      direction: 'incoming',
      customer: { id: '778899' },
      counterparty: { name: 'Ann Käfer', country: 'AT' },
      data: { originatorSwiftCode: 'AAAAATWW' },
    })
  })

  test('several messages of a file, with faults by their references', async () => {
    const all = [
      message(body()),
      message(body({ '20': 'REF2' }), '202'),
      message(body({ '20': 'REF3', '32A': '260230EUR1,' })),
      message(body({ '20': 'REF4' }).replace(/:59:.*?(?=:70)/s, '')),
      message(body({ '20': 'REF5', '32A': '261119EUR' })),
    ]
    const data = await read(all.join('$\r\n'))
    expect([data.read, data.placed.length]).toEqual([5, 1])
    expect(data.errors.map(({ line, reason, message: text }) => [line, reason, /\((.*?)\)/.exec(text)?.[1]])).toEqual([
      [2, 'message of another kind', 'REF2'],
      [3, ':32A:: no such day', 'REF3'],
      [4, 'no :59a:', 'REF4'],
      [5, 'no amount', 'REF5'],
    ])
  })

  test('text blocks alone are read, and fields that no field is made of are named', async () => {
    const data = await read(`${body({ '33B': 'EUR1234,5' })}\r\n-\r\n${body({ '20': 'REF2', '77T': 'x' })}\r\n-\r\n`)
    expect(data.errors).toEqual([])
    expect(data.placed.map(({ transaction: { id } }) => id)).toEqual(['REF1', 'REF2'])
    expect(data.unread).toEqual([':77T:'])
  })
})
