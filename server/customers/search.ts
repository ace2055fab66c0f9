/** Finding customers and staff by a part of a name. */
import { sql, type SqlBool } from 'kysely'
import { foldText } from '#contract/fold-text.ts'
import { canWorkOn } from '#server/identity/managers.ts'
import { containing, type Db } from '#server/store/sql.ts'

/** More than anybody reads; a longer term finds fewer. */
const MOST = 50

export interface Found {
  id: string
  name: string
  detail: string
}

/** Customers of a platform by name, user name or id, by name; an empty term finds any. */
export async function findCustomers(db: Db, platform: string, term: string): Promise<Found[]> {
  return db
    .selectFrom('customer')
    .select(['id', 'name'])
    .select(sql<string>`concat_ws(', ', type, nullif(username, ''))`.as('detail'))
    .where('platform', '=', platform)
    .where(sql<SqlBool>`search like ${containing(foldText(term))}`)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** Staff with access to a platform by name or e-mail, by name. */
export async function findStaff(db: Db, platform: string, term: string): Promise<Found[]> {
  const name = sql<string>`p.first_name || ' ' || p.last_name`
  return db
    .selectFrom('account as p')
    .select(['p.id', 'p.email as detail'])
    .select(name.as('name'))
    .where(canWorkOn(platform))
    .where(sql<SqlBool>`fold_text(${name} || chr(31) || p.email) like ${containing(foldText(term))}`)
    .orderBy(name)
    .orderBy('p.id')
    .limit(MOST)
    .execute()
}
