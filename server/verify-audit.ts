/**
 * `npm run audit`: walks the audit's chain, prints how many entries there are and the head, and names the first entry
 * that is wrong; then holds the chain against the signed heads of the data directory, against those of another file with
 * `-- --heads FILE`, and against a head that was printed before with `-- --head N:HASH`. `--key FILE` names the key that
 * signed them, or its public half. Exit code 1 where something is wrong. `-- --new-key` lets the key of this instance
 * sign in the place of one that is lost. `-- --csv FILE` verifies an export of the window from the file alone, without the
 * database, and holds it against the same heads.
 */
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { examineChain, type KeptHead } from '#server/audit/examine-chain.ts'
import { readConfig, type Config } from '#server/core/config.ts'
import { examineCsv } from './audit/examine-csv.ts'
import { headsFile, readHeads, verifyingKey, type ReadHeads } from './audit/heads.ts'
import { acceptKey } from './audit/shared-key.ts'
import { openStore } from './store/open.ts'
import { allSequenceGaps, gapLine } from './sync/sequence-gaps.ts'

async function main(): Promise<void> {
  const options = {
    head: { type: 'string' },
    csv: { type: 'string' },
    heads: { type: 'string' },
    key: { type: 'string' },
    'new-key': { type: 'boolean' },
  } as const
  const { values } = parseArgs({ options })
  if (values['new-key']) return takeNewKey(readConfig(process.env))
  const printed = values.head === undefined ? [] : [readHead(values.head)]
  const config = readConfig(process.env)
  const signed = await signedHeads(config, values)
  if (values.csv !== undefined) return verifyCsv(values.csv, [...printed, ...signed.heads], signed.faults)
  const store = await openStore(config, pino({ level: 'silent' }))
  try {
    const { count, head, fault } = await examineChain(store.db, ...printed, ...signed.heads)
    console.log(`${count} ${count === 1 ? 'entry' : 'entries'}${fault ? ' whole' : ', whole'}`)
    console.log(`head ${head.n}:${head.hash}`)
    console.log(`${signed.heads.length} signed ${signed.heads.length === 1 ? 'head' : 'heads'} read`)
    for (const text of [...(fault ? [fault.text] : []), ...signed.faults]) {
      console.error(text)
      process.exitCode = 1
    }
    // no fault of the chain: it may still wait on a device
    for (const gap of await allSequenceGaps(store.db)) console.log(gapLine(gap))
  } finally {
    await store.close()
  }
}

async function verifyCsv(file: string, kept: readonly KeptHead[], headFaults: readonly string[]): Promise<void> {
  const { whole, linked, leftOut, heads, faults } = await examineCsv(file, kept)
  console.log(`${whole} ${whole === 1 ? 'entry' : 'entries'} whole, ${linked} of them linked to the entry before`)
  if (leftOut > 0) console.log(`${leftOut} without the platforms that their reader may not see: not verified`)
  console.log(`${heads} of ${kept.length} known heads in the file`)
  for (const fault of [...faults, ...headFaults]) {
    console.error(fault)
    process.exitCode = 1
  }
}

/** The key of this instance signs from now on, as the audit says. */
async function takeNewKey(config: Config): Promise<void> {
  const store = await openStore(config, pino({ level: 'silent' }))
  try {
    const { before, after } = await acceptKey(store.db, config)
    console.log(
      `Heads of the audit are signed with the key ${after}${before === null ? '' : `, and not with ${before}`}.`,
    )
  } finally {
    await store.close()
  }
}

/** The heads of the data directory and of the file that was named. */
async function signedHeads(config: Config, named: { heads?: string; key?: string }): Promise<ReadHeads> {
  const keyFile = named.key ?? config.audit.keyFile
  const key = await verifyingKey(keyFile)
  if (!key) {
    if (named.heads !== undefined || named.key !== undefined) throw new Error(`There is no key in ${keyFile}.`)
    return { heads: [], faults: [] }
  }
  const files = [headsFile(config.dataDir), ...(named.heads === undefined ? [] : [named.heads])]
  const read = await Promise.all(files.map((file) => readHeads(file, key)))
  return { heads: read.flatMap(({ heads }) => heads), faults: read.flatMap(({ faults }) => faults) }
}

function readHead(text: string): KeptHead {
  const [, n, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? []
  if (n === undefined || hash === undefined) throw new Error('usage: npm run audit [-- --head N:HASH] [--heads FILE]')
  return { n: Number(n), hash }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
