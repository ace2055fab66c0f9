/** `npm run screen`: puts the lists that SANCTIONS_LIST names in force and screens everybody against them. */
import { pino } from 'pino'
import { readConfig } from '#server/core/config.ts'
import { activateLists } from '#server/screening/activate-lists.ts'
import { summaryLines } from '#server/screening/lists/summary.ts'
import { screenAll } from '#server/screening/screen-parties.ts'
import { changesOf } from '#server/screening/list-versions.ts'
import { openStore } from '#server/store/open.ts'

/** The maximum number of printed changes of a version; the rest is counted. */
const SHOWN = 40

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const store = await openStore(config, pino({ level: 'silent' }))
  try {
    const { lists, withdrawn, broken } = await activateLists(store.db, config.sanctionsList, new Date())
    for (const { name, source, digest, entries, isNew, unusable, summary } of lists) {
      console.log(`${name}, version ${digest.slice(0, 12)}, ${entries} entries: ${isNew ? 'new' : 'in force already'}`)
      if (summary) for (const line of summaryLines(summary)) console.log(`  ${line}`)
      for (const { id, reason } of unusable.slice(0, SHOWN)) console.log(`  ${id}: ${reason}`)
      if (unusable.length > SHOWN) console.log(`  and ${unusable.length - SHOWN} more with faults`)
      if (isNew) await report(source)
    }
    for (const name of withdrawn) console.log(`${name}: withdrawn, since SANCTIONS_LIST does not name it`)
    for (const message of broken) console.error(`${message} The version in force stays.`)
    const started = performance.now()
    const { customers, names, hits } = await screenAll(store.db, new Date())
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${customers} customers and ${names} names compared, ${hits} matches, in ${seconds} s`)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await store.close()
  }

  async function report(source: string): Promise<void> {
    const changes = await changesOf(store.db, source, { most: SHOWN, platform: null })
    if (!changes) return
    const { added, changed, removed } = changes
    const words = (hits: { open: number; decided: number }) => `${hits.open} open and ${hits.decided} decided hits`
    console.log(`  ${added} added, ${changed} changed, ${removed} removed; ${words(changes.hits)} touched`)
    for (const { kind, entry, name, fields, hits } of changes.items) {
      const what = kind === 'changed' ? `: ${Object.keys(fields).join(', ')}` : ''
      console.log(`  ${kind} ${entry} ${name}${what}${hits.open + hits.decided > 0 ? ` (${words(hits)})` : ''}`)
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
