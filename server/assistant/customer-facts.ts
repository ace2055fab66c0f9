/** A customer's facts for the assistant. */
import { sql } from 'kysely'
import { OPEN_CASES } from '#server/identity/workers.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'

const count = sql<number>`count(*)::int`

/** A customer with what is open on him. */
export async function customerFacts(db: Db, platform: string, id: string) {
  return db
    .selectFrom('customer as c')
    .select(['c.id', 'c.name', 'c.type', 'c.country'])
    .select((eb) => [
      eb
        .selectFrom('monitoring_case as m')
        .select(count.as('n'))
        .whereRef('m.platform', '=', 'c.platform')
        .whereRef('m.customer_id', '=', 'c.id')
        .as('cases'),
      eb
        .selectFrom('monitoring_case as m')
        .select(count.as('n'))
        .whereRef('m.platform', '=', 'c.platform')
        .whereRef('m.customer_id', '=', 'c.id')
        .where('m.status', 'in', OPEN_CASES)
        .as('open'),
      eb
        .selectFrom('alert as a')
        .select(count.as('n'))
        .whereRef('a.platform', '=', 'c.platform')
        .whereRef('a.customer_id', '=', 'c.id')
        .where(sql<boolean>`a.status in ${OPEN_ALERT}`)
        .as('alerts'),
    ])
    .where('c.platform', '=', platform)
    .where('c.id', '=', id)
    .executeTakeFirst()
}
