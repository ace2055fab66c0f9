/** The customer that a form is about, as far as forms need it. */
import type { CustomerType } from '#contract/model/values.ts'
import type { Db } from '#server/store/sql.ts'

export interface Subject {
  platform: string
  id: string
  type: CustomerType
  name: string
  country: string | null
  profile: Record<string, unknown>
}

/** The customer that a form is about; undefined where there is none. */
export async function findSubject(db: Db, platform: string, customerId: string): Promise<Subject | undefined> {
  return db
    .selectFrom('customer')
    .select(['platform', 'id', 'type', 'name', 'country', 'profile'])
    .where('platform', '=', platform)
    .where('id', '=', customerId)
    .executeTakeFirst()
}
