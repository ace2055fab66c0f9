/** `npm run restored`: after the data were put back from a copy, tells every client that what it has seen since is void. */
import { pino } from 'pino'
import { readConfig } from '#server/core/config.ts'
import { openStore } from '#server/store/open.ts'
import { beginIncarnation } from '#server/sync/cursor.ts'

const store = await openStore(readConfig(process.env), pino({ level: 'silent' }))
try {
  await beginIncarnation(store.db)
  console.log('Clients will fetch afresh, and name the decisions that are missing here.')
} finally {
  await store.close()
}
