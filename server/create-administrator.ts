/** `npm run admin -- EMAIL [FIRST-NAME LAST-NAME]`: the first administrator of an installation. */
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '#server/core/config.ts'
import { makeFirstAdministrator } from './identity/first-administrator.ts'
import { openStore } from './store/open.ts'

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [email, firstName, lastName, ...more] = positionals
  if (email === undefined || more.length > 0 || (firstName !== undefined && lastName === undefined)) {
    throw new Error('usage: npm run admin -- EMAIL [FIRST-NAME LAST-NAME]')
  }
  const config = readConfig(process.env)
  const store = await openStore(config, pino({ level: 'silent' }))
  try {
    const isNew = await makeFirstAdministrator(store.db, { email, firstName, lastName })
    console.log(isNew ? `${email} is a super administrator now.` : `${email} is a super administrator already.`)
    if (config.oidc?.rolesClaim)
      console.log('OIDC_ROLES_CLAIM is set: the next sign-in takes the roles from the claim.')
  } finally {
    await store.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
