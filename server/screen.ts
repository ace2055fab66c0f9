/** `npm run screen`: puts the list that SANCTIONS_LIST names in force and screens everybody against it. */
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { keepList, listInForce } from './screening/keep-list.ts'
import { readList } from './screening/read-list.ts'
import { screenAll } from './screening/screen.ts'
import { openStore } from './store/open.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const list = await readList(config.sanctionsList)
  const store = await openStore(config, pino({ level: 'silent' }))
  try {
    const isNew = await keepList(store.db, list, new Date())
    const inForce = await listInForce(store.db)
    const version = `${list.name}, version ${list.digest.slice(0, 12)}, ${inForce?.entries} entries, ${inForce?.names} names`
    console.log(`${version}: ${isNew ? 'new' : 'in force already'}`)
    const started = performance.now()
    const { customers, names, hits } = await screenAll(store.db, new Date())
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${customers} customers and ${names} names compared, ${hits} alike, in ${seconds} s`)
  } finally {
    await store.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
