// Every reader of strangers' bytes with what should stop it. A reader of `ReaderName` that is missing does not compile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readKind } from '#server/files/upload.ts'
import { formPrinter } from '#server/forms/print-apart.ts'
import { readAll, readHead } from '#server/helpdesk/inbound/read-email.ts'
import type { ReaderPool } from '#server/readers/pool.ts'
import { anyReader, QUICK, type ReaderName } from '#server/readers/reader.ts'
import { readListAt } from '#server/screening/lists/read-apart.ts'
import {
  hostileFiles,
  hostileLetters,
  hostileLists,
  hostilePayments,
  hostileTexts,
  MIB,
  type Hostile,
} from './hostile-bytes.ts'
import type * as payments from './payments-reader.ts'

/** One reading; its input is made when it begins. */
export interface Attack {
  pool: ReaderPool
  /** Takes a minute or so of CPU time: not tried in each run. */
  isLong?: true
  /** MiB of input. */
  mib: number
  begin: () => Promise<{ name: string; reading: Promise<{ cpuMs: number }>; end: () => Promise<void> }>
}

const SIZE = 10 * MIB
/** The maximum body of a call that stores a form. */
const FORM = 4 * MIB

/** Payments are read by a command, not by the server: its process has these limits here alone. */
const readPayments = anyReader<typeof payments, 'countPayments'>(
  new URL('./payments-reader.ts', import.meta.url),
  'countPayments',
  { cpuMs: 60_000, memoryMib: 1500 },
  QUICK,
)

type Read<I> = { measured: (input: I) => Promise<{ cpuMs: number }>; pool: ReaderPool }

const onBytes = ({ measured, pool }: Read<Uint8Array>, inputs: readonly Hostile[]): Attack[] =>
  inputs.map((make) => ({
    pool,
    mib: SIZE / MIB,
    begin: async () => {
      const [name, bytes] = make()
      return { name, reading: measured(bytes), end: async () => {} }
    },
  }))

const onFiles = ({ measured, pool }: Read<{ path: string }>, inputs: readonly Hostile[]): Attack[] =>
  inputs.map((make) => ({
    pool,
    mib: SIZE / MIB,
    begin: async () => {
      const [name, bytes] = make()
      const folder = await mkdtemp(join(tmpdir(), 'docket-hostile-'))
      const path = join(folder, 'given')
      await writeFile(path, bytes)
      return { name, reading: measured({ path }), end: () => rm(folder, { recursive: true }) }
    },
  }))

const printed = { date: '2026-03-10 12:00:00', timezone: 'UTC' }

function onForms(): Attack[] {
  const { measured, pool } = formPrinter()
  return hostileTexts(FORM).map(([name, narrative]) => ({
    pool,
    isLong: true,
    mib: FORM / MIB,
    begin: async () => {
      const form = { uuid: '', formType: 'sar', platform: 'paxum', customerId: '1', customerName: 'a', status: 'new' }
      const rest = { version: 1, author: { id: 'a', name: 'a' }, createAt: printed, updateAt: printed, files: [] }
      const job = { form: { ...form, ...rest, data: { narrative } }, printed }
      return { name, reading: measured(job as never), end: async () => {} }
    },
  }))
}

export const ATTACKS: Readonly<Record<ReaderName | 'countPayments', readonly Attack[]>> = {
  attachableKind: onBytes(readKind, hostileFiles(SIZE)),
  parseHead: onBytes(readHead, hostileLetters(SIZE)),
  parseLetter: onBytes(readAll, hostileLetters(SIZE)),
  printForm: onForms(),
  readListAt: onFiles(readListAt, hostileLists(SIZE)),
  countPayments: onFiles(readPayments, hostilePayments(SIZE)),
}
