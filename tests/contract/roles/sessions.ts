import { randomUUID } from 'node:crypto'
import { NOON, type World } from '#tests/support/world.ts'
import { nothing, type Rows } from './row.ts'

export const sessions: Rows = {
  list: { input: nothing },
  // nobody is told whose it is
  end: {
    input: async (_, { db }, account) => ({ params: { session: await sessionOf(db, account) } }),
    ofAnother: { status: 404 },
  },
}

async function sessionOf(db: World['db'], account: string): Promise<string> {
  const id = randomUUID()
  const until = new Date(NOON.getTime() + 3_600_000)
  await db
    .insertInto('session')
    .values({ id, family: id, account_id: account, created_at: NOON, expires_at: until, family_at: NOON })
    .execute()
  return id
}
