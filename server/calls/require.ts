/** What several calls need to be there before they answer. */
import type { Db } from '#server/store/queries/pieces.ts'
import { Refusal } from './handlers.ts'

/** Refuses with 404 where the platform has no such customer. */
export async function requireCustomer(
  { db }: { db: Db },
  { platform, customerId }: { platform: string; customerId: string },
): Promise<void> {
  const query = db.selectFrom('customer').select('id').where('platform', '=', platform).where('id', '=', customerId)
  if (!(await query.executeTakeFirst())) throw new Refusal(404, `There is no customer ${customerId} here.`)
}

/** A list is for people; whoever wants everything asks for a report. */
const PAGE_MAX = 1000

/** Refuses with 400 a page that no screen shows. */
export function checkPageSize(pageSize: number | undefined): void {
  if (pageSize !== undefined && pageSize > PAGE_MAX) throw new Refusal(400, `pageSize: at most ${PAGE_MAX}`)
}
