// Every reader of strangers' bytes with what should stop it. A reader of `ReaderName` that is missing does not compile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORM_TEXT_MAX, LONG_MAX, TEXT_MAX } from '#contract/model/forms/form-field.ts'
import { readKind } from '#server/files/upload.ts'
import { formPrinter } from '#server/forms/print-apart.ts'
import { readAll, readHead } from '#server/helpdesk/inbound/read-email.ts'
import type { Limits, ReaderPool } from '#server/readers/pool.ts'
import { anyReader, QUICK, type ReaderName } from '#server/readers/reader.ts'
import { readListAt } from '#server/screening/lists/read-apart.ts'
import {
  FORM_TOKENS,
  hostileFiles,
  hostileLetters,
  hostileLists,
  hostilePayments,
  MIB,
  type Hostile,
} from './hostile-bytes.ts'
import type * as payments from './payments-reader.ts'

/** One reading; its input is made when it begins. */
export interface Attack {
  pool: ReaderPool
  /** Its input is a form, which takes seconds: not tried in each run. */
  isPrint?: true
  /** MiB of input. */
  mib: number
  /** `under`: limits in place of the product's. */
  begin: (
    under?: Partial<Limits>,
  ) => Promise<{ name: string; reading: Promise<{ cpuMs: number }>; end: () => Promise<void> }>
}

const SIZE = 10 * MIB

/** Payments are read by a command, not by the server: its process has these limits here alone. */
const readPayments = anyReader<typeof payments, 'countPayments'>(
  new URL('./payments-reader.ts', import.meta.url),
  'countPayments',
  { cpuMs: 60_000, memoryMib: 1500 },
  QUICK,
)

type Read<I> = { measured: (input: I, under?: Partial<Limits>) => Promise<{ cpuMs: number }>; pool: ReaderPool }

const onBytes = ({ measured, pool }: Read<Uint8Array>, inputs: readonly Hostile[]): Attack[] =>
  inputs.map((make) => ({
    pool,
    mib: SIZE / MIB,
    begin: async (under) => {
      const [name, bytes] = make()
      return { name, reading: measured(bytes, under), end: async () => {} }
    },
  }))

const onFiles = ({ measured, pool }: Read<{ path: string }>, inputs: readonly Hostile[]): Attack[] =>
  inputs.map((make) => ({
    pool,
    mib: SIZE / MIB,
    begin: async (under) => {
      const [name, bytes] = make()
      const folder = await mkdtemp(join(tmpdir(), 'docket-hostile-'))
      const path = join(folder, 'given')
      await writeFile(path, bytes)
      return { name, reading: measured({ path }, under), end: () => rm(folder, { recursive: true }) }
    },
  }))

const printed = { date: '2026-03-10 12:00:00', timezone: 'UTC' }

/** The largest forms that are stored, of one token: two long texts, and rows of short ones. */
function onForms(): Attack[] {
  const { measured, pool } = formPrinter()
  return FORM_TOKENS.map((token) => {
    const text = (size: number) => token.repeat(size / token.length)
    const long = { narrative: text(LONG_MAX), actionTaken: text(LONG_MAX) }
    const row = Object.fromEntries(['disposition', 'beneficiary'].map((name) => [name, text(TEXT_MAX)]))
    const fitting = (FORM_TEXT_MAX - JSON.stringify(long).length) / JSON.stringify(row).length
    const data = { ...long, completingActions: Array.from({ length: Math.floor(fitting) }, () => row) }
    return {
      pool,
      isPrint: true,
      mib: Buffer.byteLength(JSON.stringify(data)) / MIB,
      begin: async (under) => {
        const form = { uuid: '', formType: 'sar', platform: 'paxum', customerId: '1', customerName: 'a', status: 'new' }
        const rest = { version: 1, author: { id: 'a', name: 'a' }, createAt: printed, updateAt: printed, files: [] }
        const job = { form: { ...form, ...rest, data }, printed }
        return { name: JSON.stringify(token), reading: measured(job as never, under), end: async () => {} }
      },
    }
  })
}

export const ATTACKS: Readonly<Record<ReaderName | 'countPayments', readonly Attack[]>> = {
  attachableKind: onBytes(readKind, hostileFiles(SIZE)),
  parseHead: onBytes(readHead, hostileLetters(SIZE)),
  parseEmail: onBytes(readAll, hostileLetters(SIZE)),
  printForm: onForms(),
  readListAt: onFiles(readListAt, hostileLists(SIZE)),
  countPayments: onFiles(readPayments, hostilePayments(SIZE)),
}
