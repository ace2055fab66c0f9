// CPU time per MiB of each reader of files, on samples that are made here.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPayments } from '#server/import/read-payments.ts'
import { readList } from '#server/screening/lists/read.ts'
import { round, type Report } from '#tests/bench/report.ts'

const ROWS = 30_000
const many = (line: (n: number) => string) => Array.from({ length: ROWS }, (_, n) => line(n)).join('')
const now = new Date('2026-11-27T00:00:00Z')

const PAYMENTS: Record<string, string> = {
  'paysim.csv': `step,type,amount,nameOrig,oldbalanceOrg,newbalanceOrig,nameDest,oldbalanceDest,newbalanceDest,isFraud,isFlaggedFraud\n${many((n) => `${n % 700},TRANSFER,${n}.25,C${n % 999},0.0,0.0,C${n % 777},0.0,0.0,0,0\n`)}`,
  'pacs008.xml': `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf><GrpHdr><MsgId>M</MsgId></GrpHdr>${many((n) => `<CdtTrfTxInf><PmtId><TxId>T${n}</TxId></PmtId><IntrBkSttlmAmt Ccy="USD">${n + 1}.50</IntrBkSttlmAmt><IntrBkSttlmDt>2026-11-19</IntrBkSttlmDt><Dbtr><Nm>Ann</Nm></Dbtr><DbtrAcct><Id><IBAN>AT${n}</IBAN></Id></DbtrAcct><Cdtr><Nm>Jan</Nm></Cdtr></CdtTrfTxInf>`)}</FIToFICstmrCdtTrf></Document>`,
  'mt103.txt': many(
    (n) =>
      `{1:F01AAAAATWWAXXX0000000000}{2:I103BBBBDEFFXXXXN}{4:\r\n:20:R${n}\r\n:32A:261119USD${n},5\r\n:50K:/AT${n}\r\nAnn\r\n:59:/77\r\nJan\r\n-}\r\n`,
  ),
}
const LISTS: Record<string, string> = {
  'own.csv': `id,name,aliases,birth_date,countries\n${many((n) => `${n},Jane Roe${n},J. Roe${n},14 Mar 1970,es\n`)}`,
  'sdn.xml': `<sdnList>${many((n) => `<sdnEntry><uid>${n}</uid><lastName>ROE${n}</lastName><firstName>Jane</firstName><sdnType>Individual</sdnType></sdnEntry>`)}</sdnList>`,
  'eu.xml': `<export>${many((n) => `<sanctionEntity euReferenceNumber="EU.${n}"><subjectType code="person"/><nameAlias wholeName="Jane Roe${n}" strong="true"/><birthdate year="1970"/></sanctionEntity>`)}</export>`,
}

export async function measure(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'docket-bench-'))
  const rows: Report['rows'] = []
  const time = async (name: string, text: string, read: (path: string) => Promise<number>) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    const mib = statSync(path).size / 2 ** 20
    const before = process.cpuUsage()
    const kept = await read(path)
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    rows.push({ reader: name, kept, MiB: round(mib), 'CPU ms': Math.round(ms), 'CPU ms a MiB': Math.round(ms / mib) })
  }
  try {
    for (const [name, text] of Object.entries(PAYMENTS))
      await time(name, text, async (path) => (await readPayments({ path }, now)).placed.length)
    for (const [name, text] of Object.entries(LISTS))
      await time(name, text, async (path) => (await readList(path)).entries.length)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return {
    title: `Readers of files, ${ROWS} entries each`,
    rows,
    notes: ['CPU time of the process, decoding and parsing alone; nothing is stored.'],
  }
}
