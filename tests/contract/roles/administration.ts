import { randomUUID } from 'node:crypto'
import { record, type Actor } from '#server/audit/audit.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import { NOON, type World } from '#tests/support/world.ts'
import { ADMINISTRATORS, nothing, platform, type Rows } from './row.ts'

const who = ADMINISTRATORS
const reason = 'Left the company.'
const ANALYST: Omit<Actor, 'platform'> = {
  account: { ...NOBODY, id: 'analyst', roles: ['analyst'] },
  origin: { address: null, appVersion: null },
  now: () => NOON,
}
const later = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)

async function sessionOf({ db }: World): Promise<string> {
  const id = randomUUID()
  const row = { id, family: id, account_id: 'analyst2', created_at: NOON, expires_at: later(1), family_at: NOON }
  await db.insertInto('session').values(row).execute()
  return id
}

async function deviceOf({ db }: World): Promise<string> {
  const id = randomUUID()
  const row = { account_id: 'analyst2', id, label: 'Desk', registered_at: NOON, seen_at: NOON }
  await db.insertInto('device').values(row).execute()
  return id
}

export const access: Rows = {
  presence: { input: nothing, who },
  endSession: { input: async (_, world) => ({ params: { session: await sessionOf(world) }, body: { reason } }), who },
  wipeDevice: {
    input: async (_, world) => ({
      params: { device: await deviceOf(world) },
      body: { account: 'analyst2', reason },
    }),
    who,
  },
  list: { input: nothing, who },
  add: {
    input: () => {
      const email = `${randomUUID()}@docket.example`
      const names = { email, firstName: 'New', lastName: 'Colleague' }
      return { body: { ...names, roles: ['analyst'], platforms: [platform], reason } }
    },
    who,
  },
  change: {
    async input(_, { db }) {
      const account = randomUUID()
      const names = { email: `${account}@docket.example`, first_name: 'New', last_name: 'Colleague' }
      await db
        .insertInto('account')
        .values({ id: account, ...names, roles: [], platforms: [platform] })
        .execute()
      const body = { roles: ['analyst'], platforms: [platform], closed: false, reason, version: 1 }
      return { params: { account }, body }
    },
    who,
  },
}

export const audit: Rows = {
  list: { input: nothing, who },
  entry: {
    async input(one, { db }) {
      const entry = { action: 'add note', object: { kind: 'case', id: one.id } }
      await db.transaction().execute((tx) => record(tx, { ...ANALYST, platform: one.platform }, entry))
      const last = db
        .selectFrom('audit')
        .select(({ fn }) => fn.max('n').as('n'))
        .where('platform', '=', one.platform)
      const { n } = await last.where('object_id', '=', one.id).executeTakeFirstOrThrow()
      return { params: { n: String(n) } }
    },
    who,
  },
  choices: { input: nothing, who },
  csv: { input: nothing, who },
  check: {
    async input(_, { db }) {
      await db.deleteFrom('audit_check').execute()
      return {}
    },
    who,
  },
  checks: { input: nothing, who },
}

export const jobs: Rows = {
  list: { input: nothing, who },
  // none has failed
  retry: {
    input: () => ({ params: { name: 'purge', job: randomUUID() }, body: { reason } }),
    who: { ...ADMINISTRATORS, admin: 404, superadmin: 404 },
  },
}

export const notices: Rows = {
  current: { input: nothing },
  list: { input: nothing, who },
  publish: {
    async input(_, { db }) {
      await db.deleteFrom('notice').execute()
      return { body: { text: 'Maintenance tonight.', until: later(8).toISOString() } }
    },
    who,
  },
  end: {
    async input(_, { db }) {
      const row = { platform, text: 'Maintenance tonight.', author: 'admin', at: NOON, until: later(8) }
      const { id } = await db.insertInto('notice').values(row).returning('id').executeTakeFirstOrThrow()
      return { params: { notice: id } }
    },
    who,
  },
}

export const policies: Rows = {
  list: { input: nothing, who },
  set: {
    async input(_, { db }) {
      await db.deleteFrom('policy').execute()
      return { params: { policy: 'bulkCloseLimit' }, body: { value: 50, version: 0, reason } }
    },
    who,
  },
}
