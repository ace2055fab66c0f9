/** `npm run restored`: after a restore from backup, tells every client that newer data are void. */
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
