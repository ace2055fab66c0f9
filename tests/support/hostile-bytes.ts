// Bytes that a stranger may send to stop a reader: repeated tokens and prefixes of every format, deep nesting, archives
// that unpack to more.
import { deflateRawSync, gzipSync } from 'node:zlib'

export const MIB = 1024 * 1024

const TOKENS: Readonly<Record<string, string>> = {
  'xmlns without a value': 'xmlns ',
  'open tags': '<',
  'open tags with a namespace': '<a xmlns="',
  'nested XML': '<a>',
  'XML comments': '<!--',
  entities: '&#38;',
  'empty lines': '\n',
  'carriage returns': '\r\n',
  boundaries: '--boundary\n',
  'headers of MIME': 'Content-Type: text/plain; x="\n',
  'header lines that go on': ' x\n',
  'encoded words': '=?utf-8?Q?=',
  quotes: '"',
  semicolons: ';',
  commas: ',',
  'quoted fields of CSV': '"a","b"\n',
  'PDF marks': '%PDF-',
  'JPEG segments': '\u00ff\u00d8\u00ff\u00e1',
  'PNG chunks': '\u0089PNG\r\n\u001a\n',
  brackets: '[',
  braces: '{"a":',
  parentheses: '((',
  'quoted-printable': '=',
  'soft line ends': '=\n',
  base64: 'QUJD',
  zeros: '\0',
  'broken UTF-8': '\u00ff',
  addresses: '<a@b.example>,',
  'local headers of ZIP': 'PK\u0003\u0004\0\0',
}

export type Input = [name: string, bytes: Buffer]

/** Bytes of a repeated token, after a start that leads a reader into its format. */
function repeated(token: string, size: number, start = ''): Buffer {
  const head = Buffer.from(start, 'latin1')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), Buffer.from(token, 'latin1'))])
}

/** A ZIP with one entry that unpacks to zeros. */
function zipBomb(name: string, unpacked: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(unpacked))
  const local = Buffer.alloc(30)
  local.write('PK\u0003\u0004', 'latin1')
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(unpacked, 22)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), packed])
}

/** A kind of input is made when it is wanted: all of them together are gigabytes. */
export type Hostile = () => Input

const tokensAfter = (size: number, about = '', start = ''): Hostile[] =>
  Object.entries(TOKENS).map(([name, token]) => () => [`${about}${name}`, repeated(token, size, start)])

/** Starts of formats whose rest a library reads on. */
const SIGNATURES: Readonly<Record<string, string>> = {
  PDF: '%PDF-1.7\n',
  PNG: '\u0089PNG\r\n\u001a\n',
  JPEG: '\u00ff\u00d8\u00ff\u00e0',
  GIF: 'GIF89a',
  TIFF: 'II*\0\u0008\0\0\0',
  'a compound file': '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
  ZIP: 'PK\u0003\u0004',
  MP3: 'ID3\u0003\0\0\u007f\u007f\u007f\u007f',
  RTF: '{\\rtf1',
  XML: '<?xml version="1.0"?>',
}

/** Files of about this size, by what they are. */
export const hostileFiles = (size: number): Hostile[] => [
  ...tokensAfter(size),
  ...Object.entries(SIGNATURES).map(([name, start]): Hostile => () => [`${name} over and over`, repeated(start, size)]),
  ...Object.entries(SIGNATURES).flatMap(([name, start]) => [
    (): Input => [`${name} of zeros`, repeated('\0', size, start)],
    (): Input => [`${name} of tags`, repeated('<a ', size, start)],
  ]),
  () => ['a ZIP that unpacks to a gigabyte', zipBomb('[Content_Types].xml', 1024 * MIB)],
  () => ['a GZIP that unpacks to a gigabyte', gzipSync(Buffer.alloc(1024 * MIB))],
]

const HEAD = 'From: a@b.example\r\nTo: c@d.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
const HTML = `${HEAD}Content-Type: text/html\r\n\r\n`
const MIXED = `${HEAD}Content-Type: multipart/mixed; boundary=boundary\r\n\r\n`
const TAGS = ['<', '<a>', '<table><tr><td>', '&#38;', '<!--', '<a href="', '<div style="', '<li><ul>', '<meta charset']
const HEADERS: readonly (readonly [name: string, token: string, start: string])[] = [
  ['a header that goes on', ' x\r\n', 'Subject: x\r\n'],
  ['references without end', '<a@b.example> ', 'References: '],
  ['a subject of encoded words', '=?utf-8?Q?=41?= ', 'Subject: '],
  ['addresses without end', '"a" <a@b.example>, ', 'To: '],
  ['nested comments', '(', 'To: '],
]

/** E-mails of about this size. */
export const hostileLetters = (size: number): Hostile[] => [
  () => ['an e-mail of empty lines', repeated('\n', size, MIXED)],
  ...HEADERS.map(([name, token, start]): Hostile => () => [name, repeated(token, size, start)]),
  ...tokensAfter(size, 'a body of ', MIXED),
  ...TAGS.map((token): Hostile => () => [`HTML of ${token}`, repeated(token, size, HTML)]),
  ...tokensAfter(size, 'from the start, '),
]

/** Starts that lead into each form of table, with a row that may be repeated. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lists: {
    'an own list': 'name,countries\n',
    OpenSanctions: 'id,schema,name,aliases,birth_date,countries\n',
    'EU’s CSV': 'entity_logicalid;namealias_wholename\n',
    'UK’s CSV': 'Last Updated,01/01/2026\nName 6,Name 1,Group ID\n',
    'the US Consolidated List': '_id,source,entity_number,name,alt_names\n',
    Australia: 'Reference,Name of Individual or Entity,Type\n',
  },
  payments: {
    PaySim: 'step,type,amount,nameOrig,oldbalanceOrg,nameDest\n',
    'IBM AML':
      'Timestamp,From Bank,Account,To Bank,Account,Amount Paid,Payment Currency,Payment Format,Is Laundering\n',
    'SAML-D':
      'Time,Date,Sender_account,Receiver_account,Amount,Payment_currency,Received_currency,Sender_bank_location,Receiver_bank_location,Payment_type,Is_laundering\n',
    Berka: 'trans_id;account_id;date;type;operation;amount;balance;k_symbol;bank;account\n',
  },
}
const CELLS = ['"', ',', ';', '\n', '"a","b"\n', '(a; b) - c,,\n', '=1+1,', '0', ' ', '\0']

const tables = (kind: keyof typeof TABLES, size: number): Hostile[] =>
  Object.entries(TABLES[kind] ?? {}).flatMap(([name, header]) =>
    CELLS.map((token): Hostile => () => [`${name} of ${JSON.stringify(token)}`, repeated(token, size, header)]),
  )

const markup = (starts: Readonly<Record<string, readonly [start: string, ...tokens: string[]]>>, size: number) =>
  Object.entries(starts).flatMap(([name, [start, ...tokens]]) =>
    ['<a b="c" ', '<!ENTITY a "b">', '&#38;', ...tokens].map((token): Hostile => () => [
      `${name} of ${token}`,
      repeated(token, size, `<?xml version="1.0"?>${start}`),
    ]),
  )

/** Sanctions lists of about this size. */
export const hostileLists = (size: number): Hostile[] => [
  ...markup(
    {
      'OFAC’s XML': ['<sdnList>', '<sdnEntry>', '<sdnEntry><uid>1</uid><lastName>a</lastName></sdnEntry>'],
      'OFAC’s advanced XML': ['<Sanctions xmlns="ADVANCED_XML">', '<DistinctParty>'],
      'OFAC’s enhanced XML': ['<sanctionsData>', '<entity><names><name>'],
      'the UN’s XML': ['<CONSOLIDATED_LIST>', '<INDIVIDUAL>', '<INDIVIDUAL><FIRST_NAME>a</FIRST_NAME></INDIVIDUAL>'],
      'the EU’s XML': ['<export>', '<sanctionEntity>', '<sanctionEntity><nameAlias wholeName="a"/></sanctionEntity>'],
      'the UK’s XML': ['<Designations>', '<Designation>'],
      'a document type': ['<!DOCTYPE sdnList ['],
    },
    size,
  ),
  ...tables('lists', size),
  ...tokensAfter(size),
]

/** Files of payments of about this size. */
export const hostilePayments = (size: number): Hostile[] => [
  ...markup(
    {
      'pacs.008': [
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf>',
        '<CdtTrfTxInf>',
        '<CdtTrfTxInf><PmtId/></CdtTrfTxInf>',
      ],
      'camt.053': [
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
        '<Ntry>',
        '<Stmt><Ntry/></Stmt>',
      ],
      'many documents': ['<Document>', '<Document xmlns="urn:iso:20022">', '<Document></Document>'],
    },
    size,
  ),
  ...['{1:', '{4:', ':20:', '\n:50K:/a', '{1:F01A}{4:\n:20:R\n-}', '{', '}', '\r\n'].map((token): Hostile => () => [
    `MT103 of ${JSON.stringify(token)}`,
    repeated(token, size, '{1:F01AAAAATWWAXXX0000000000}{4:\r\n:20:R\r\n'),
  ]),
  ...tables('payments', size),
  ...tokensAfter(size),
]

/** Tokens that a form may repeat in its texts. */
export const FORM_TOKENS = [
  '\ue000',
  '\ue001b',
  'a',
  ' ',
  'a ',
  '\n',
  'a\u0301',
  '\u0645',
  '山',
  'ก',
  '💸',
  '\u202e',
  '<b>',
]
