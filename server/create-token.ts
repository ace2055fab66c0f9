/** `npm run token -- analyst`: a session token of a demo account on stdout. */
import { pino } from 'pino'
import { readConfig } from '#server/core/config.ts'
import { saveAccounts } from './identity/accounts.ts'
import { DEMO_ACCOUNTS } from './identity/demo/accounts.ts'
import { Sessions } from './identity/sessions.ts'
import { openStore } from './store/open.ts'

const names = DEMO_ACCOUNTS.map(({ id }) => id)
const name = process.argv[2]
const config = readConfig(process.env)
if (config.oidc) throw new Error('Demo accounts have no sessions where OIDC_ISSUER is set.')
if (!name || !names.includes(name)) throw new Error(`usage: npm run token -- ${names.join('|')}`)
const store = await openStore(config, pino({ level: 'silent' }))
try {
  await saveAccounts(store.db, DEMO_ACCOUNTS)
  const sessions = await Sessions.open(store.db, config.sessionHours)
  console.log(await sessions.start(name))
} finally {
  await store.close()
}
