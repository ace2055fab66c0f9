/** A person's decision on a hit. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { sanctionDecision, SanctionMatch } from '#contract/model/customer.ts'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { record } from '#server/policy/audit.ts'
import { whyNotDecide } from '#server/policy/sanctions.ts'
import { isId } from '#server/store/queries/pieces.ts'
import { findHit } from './hits.ts'

/**
 * Sets the outcome of a hit, with who, when and why. Reopening takes the earlier decision off; the audit keeps it.
 *
 * @throws Refusal 409 with the hit as it is where it is at another version by now.
 */
export async function decideHit(
  context: Context,
  { platform, customerId, id }: { platform: string; customerId: string; id: string },
  { outcome, note, version: seen }: z.output<typeof sanctionDecision>,
): Promise<SanctionMatch> {
  const { db, account, now } = context
  const missing = new Refusal(404, `There is no sanctions hit ${id} on this customer.`)
  if (!isId(id)) throw missing
  await db.transaction().execute(async (tx) => {
    const hit = await tx
      .selectFrom('sanctions_hit')
      .select(['id', 'outcome', 'decided_by', 'note', 'name', 'entry_id', 'party_name', 'version'])
      .where('id', '=', id)
      .where('platform', '=', platform)
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!hit) throw missing
    if (Number(hit.version) !== seen) {
      const current = await findHit(tx, { platform, customerId, id })
      throw new Refusal(409, 'This hit has changed since you looked at it.', current)
    }
    const why = whyNotDecide(account, { outcome: hit.outcome, decidedBy: hit.decided_by }, outcome)
    if (why) throw new Refusal(why.status, why.message, { outcome: hit.outcome })
    const isOpen = outcome === 'potential_match'
    const { version } = await tx
      .updateTable('sanctions_hit')
      .set({
        outcome,
        note: isOpen ? null : note,
        decided_by: isOpen ? null : account.id,
        decided_at: isOpen ? null : now(),
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await record(tx, context, {
      action: 'decide sanctions hit',
      object: { kind: 'sanctions hit', id },
      platform,
      version,
      before: { outcome: hit.outcome },
      after: { outcome, customer: customerId, party: hit.party_name, entry: hit.entry_id, name: hit.name },
      note,
    })
  })
  const decided = await findHit(db, { platform, customerId, id })
  if (!decided) throw missing
  return decided
}
