/**
 * `npm run audit`: walks the audit's chain, prints how many entries there are and the head, and names the first entry
 * that is wrong. `npm run audit -- --head N:HASH` also holds it against a head that was printed before. Exit code 1
 * where something is wrong.
 */
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { examineChain, type KeptHead } from './policy/audit-fault.ts'
import { openStore } from './store/open.ts'
import { allGaps, gapLine } from './sync/gaps.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const kept = values.head === undefined ? undefined : readHead(values.head)
  const store = await openStore(readConfig(process.env), pino({ level: 'silent' }))
  try {
    const { count, head, fault } = await examineChain(store.db, kept)
    console.log(`${count} ${count === 1 ? 'entry' : 'entries'}${fault ? ' whole' : ', whole'}`)
    console.log(`head ${head.n}:${head.hash}`)
    if (fault) {
      console.error(fault.text)
      process.exitCode = 1
    }
    // no fault of the chain: it may still wait on a device
    for (const gap of await allGaps(store.db)) console.log(gapLine(gap))
  } finally {
    await store.close()
  }
}

function readHead(text: string): KeptHead {
  const [, n, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? []
  if (n === undefined || hash === undefined) throw new Error('usage: npm run audit [-- --head N:HASH]')
  return { n: Number(n), hash }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
