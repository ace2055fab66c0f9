/** Preconditions that several calls share. */
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from './sql.ts'

/** Refuses with 404 where the platform has no such customer. */
export async function requireCustomer(
  { db }: { db: Db },
  { platform, customerId }: { platform: string; customerId: string },
): Promise<void> {
  const query = db.selectFrom('customer').select('id').where('platform', '=', platform).where('id', '=', customerId)
  if (!(await query.executeTakeFirst())) throw new Refusal(404, `There is no customer ${customerId} here.`)
}

/** The maximum page size of a list; larger sets need a report. */
const PAGE_MAX = 1000

/** Refuses with 400 a page that no screen shows. */
export function checkPageSize(pageSize: number | undefined): void {
  if (pageSize !== undefined && pageSize > PAGE_MAX) throw new Refusal(400, `pageSize: at most ${PAGE_MAX}`)
}

/** A name is unique on its platform: a duplicate is refused with 409 by the index. */
export async function orTaken<T>(
  write: Promise<T>,
  { index, what, name }: { index: string; what: string; name: string },
): Promise<T> {
  try {
    return await write
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint !== index) throw cause
    throw new Refusal(409, `name: there is a ${what} called “${name}” already`)
  }
}
