/** Verifies an export of the audit from the file alone: the hash of every entry, and that neighbours follow each other. */
import { createReadStream } from 'node:fs'
import { CsvError, parse, type CastingContext } from 'csv-parse'
import { hashOf, type HashedEntry } from './audit.ts'
import type { KeptHead } from './examine-chain.ts'

export interface ExaminedCsv {
  /** Entries whose content has the hash that the file gives. */
  whole: number
  /** Entries that follow on the one before them in the file, of those that can: their numbers are neighbours. */
  linked: number
  /** Entries from which platforms were left out for the reader of the export: they cannot be verified. */
  leftOut: number
  /** The kept heads that are in the file. */
  heads: number
  /** The most that are told. */
  faults: string[]
}

/** The number of faults that are told. */
const FAULTS = 20
/** The maximum number of cells of an entry that are read in two ways. */
const DOUBTS = 8

type Cells = Readonly<Record<string, string | null>>
const COLUMNS =
  `n at client_time skew_ms account roles platform action object_kind object_id version before after reason
  note rule_revision alert_ids idempotency_key device dev_seq offline app_version address is_whole previous hash`.split(
    /\s+/,
  )

/** Rejects with an `Error` that names what is no export of the audit. */
export async function examineCsv(file: string, kept: readonly KeptHead[] = []): Promise<ExaminedCsv> {
  const result: ExaminedCsv = { whole: 0, linked: 0, leftOut: 0, heads: 0, faults: [] }
  const heads = new Map(kept.map(({ n, hash }) => [n, hash]))
  const tell = (fault: string) => void (result.faults.length < FAULTS && result.faults.push(fault))
  // the latest first
  let later: { n: number; previous: string } | null = null
  for await (const cells of rowsOf(file)) {
    const { n, hash, previous } = headOf(cells)
    const name = `Entry ${n} (${cells['action']} on ${cells['object_kind']} ${cells['object_id']})`
    if (cells['is_whole'] === 'f') result.leftOut += 1
    else if (isHashed(cells)) result.whole += 1
    else tell(`${name} is not what was written.`)
    if (later && n >= later.n) tell(`${name} comes after entry ${later.n}: the rows were put in another order.`)
    if (later?.n === n + 1) {
      if (later.previous === hash) result.linked += 1
      else tell(`Entry ${later.n} does not follow on entry ${n}.`)
    }
    const head = heads.get(n)
    if (head !== undefined) {
      if (head === hash) result.heads += 1
      else tell(`${name} is not the one that was kept: the chain was rewritten.`)
    }
    later = { n, previous }
  }
  return result
}

async function* rowsOf(file: string): AsyncGenerator<Cells> {
  const cast = (value: string, { quoting, header }: CastingContext) =>
    // null is an empty cell without quotes
    value === '' && !quoting && !header ? null : value
  const parser = createReadStream(file).pipe(parse({ bom: true, columns: true, cast }))
  try {
    let isFirst = true
    for await (const row of parser) {
      const cells = row as Cells
      const missing = isFirst ? COLUMNS.filter((name) => !(name in cells)) : []
      if (missing.length > 0)
        throw new Error(`${file} is no export of the audit: it has no column ${missing.join(', ')}.`)
      isFirst = false
      yield cells
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`${file} cannot be read: ${error.message}`, { cause: error })
    throw error
  }
}

function headOf({ n = null, hash = null, previous = null }: Cells) {
  if (!/^\d{1,15}$/.test(n ?? '') || !isHash(hash) || !isHash(previous))
    throw new Error(`A row has no number and hashes: ${n} ${hash}`)
  return { n: Number(n), hash, previous }
}
const isHash = (text: string | null): text is string => /^[\da-f]{64}$/.test(text ?? '')

/** Cells that begin with the apostrophe that keeps a spreadsheet from computing them, or had one of their own. */
const GUARDED = /^'[ \u00a0\u3000]*[\t\n\r+\-=@\uff0b\uff0d\uff1d\uff20]/u

/** True if the content has the hash beside it. A cell with an apostrophe is tried with and without. */
function isHashed(cells: Cells): boolean {
  const doubtful = Object.keys(cells).filter((name) => GUARDED.test(cells[name] ?? ''))
  for (let mask = 0; mask < 2 ** Math.min(doubtful.length, DOUBTS); mask += 1) {
    // most apostrophes are the export's: without them first
    const own = new Set(doubtful.filter((_, index) => (mask & (1 << index)) !== 0))
    const read = Object.fromEntries(
      Object.entries(cells).map(([name, text]) => [
        name,
        text !== null && doubtful.includes(name) && !own.has(name) ? text.slice(1) : text,
      ]),
    )
    if (hashed(read) === cells['hash']) return true
  }
  return false
}

function hashed(cells: Cells): string | null {
  const of = (name: string) => cells[name] ?? null
  const entry = toEntry(of)
  return entry && hashOf(Buffer.from(of('previous') ?? '', 'hex'), entry).toString('hex')
}

/** The entry as it was hashed; null where a cell cannot be one. */
function toEntry(of: (name: string) => string | null): HashedEntry | null {
  if (!['t', 'f'].includes(of('offline') ?? '')) return null
  try {
    return {
      n: of('n') ?? '',
      at: momentOf(of('at')) ?? '',
      client_time: momentOf(of('client_time')),
      skew_ms: of('skew_ms'),
      actor: of('account') ?? '',
      roles: jsonOf(of('roles')) as string[],
      platform: of('platform'),
      action: of('action') ?? '',
      object_kind: of('object_kind') ?? '',
      object_id: of('object_id') ?? '',
      version: of('version'),
      before: jsonOf(of('before')),
      after: jsonOf(of('after')),
      reason: of('reason'),
      note: of('note'),
      rule_revision: of('rule_revision'),
      alert_ids: jsonOf(of('alert_ids')) as string[] | null,
      idempotency_key: of('idempotency_key'),
      device: of('device'),
      dev_seq: of('dev_seq'),
      offline: of('offline') === 't',
      app_version: of('app_version'),
      address: of('address'),
    }
  } catch {
    return null
  }
}

const momentOf = (text: string | null) => (text === null ? null : `${text.replace(' ', 'T')}Z`)
const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
