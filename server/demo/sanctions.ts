/** Writes the decisions of the demo world's staff on sanctions hits, with every outcome. */
import { sql, type Transaction } from 'kysely'
import type { SanctionOutcome } from '#contract/model/values.ts'
import { recordEach, type Actor, type Entry } from '#server/audit/audit.ts'
import type { Account } from '#server/core/context.ts'
import type { Database } from '#server/schema/database.ts'
import { randomOf } from './random.ts'

const DAY = 86_400_000
type Decided = Exclude<SanctionOutcome, 'potential_match' | 'no_match'>

const NOTES: Record<Decided, string> = {
  false_positive: 'Date of birth and nationality on the passport differ from those of the entry. Not the same person.',
  true_positive: 'Name, date of birth and place agree with the entry. Passed on to a manager.',
  true_positive_approve: 'The licence on file covers this relationship; payments stay under watch. Kept.',
  true_positive_reject: 'Confirmed. Account closed, funds blocked and reported.',
}
/** The first decisions have every outcome; of the others most are false positives. */
const FIRST: readonly (Decided | undefined)[] = [
  'false_positive',
  undefined,
  'true_positive',
  'true_positive_approve',
  'true_positive_reject',
  undefined,
]

/** Decides most of the hits in a district. */
export async function seedDecisions(
  tx: Transaction<Database>,
  { platform, number, customerIds }: { platform: string; number: number; customerIds: readonly string[] },
  { accounts, staff, anchor }: { accounts: ReadonlyMap<string, Account>; staff: readonly string[]; anchor: Date },
): Promise<void> {
  if (staff.length === 0) return
  const hits = await tx
    .selectFrom('sanctions_hit')
    .select(['id', 'customer_id', 'party_name', 'entry_id', 'name'])
    .where('platform', '=', platform)
    .where('customer_id', '=', sql<string>`any(${customerIds})`)
    .where('outcome', '=', 'potential_match')
    .orderBy('customer_id')
    .orderBy('entry_id')
    .orderBy('party_key')
    .execute()
  const decisions = hits.flatMap((hit, index) => {
    const random = randomOf(
      `docket sanctions 1 ${platform} ${number} ${hit.customer_id} ${hit.entry_id} ${hit.party_name}`,
    )
    const rest = random.chance(0.7) ? 'false_positive' : undefined
    const outcome = number === 0 && index < FIRST.length ? FIRST[index] : rest
    if (outcome === undefined) return []
    const at = new Date(anchor.getTime() - Math.floor(random.next() * 20 * DAY))
    return [{ ...hit, outcome, at, by: random.pick(staff), note: NOTES[outcome] }]
  })
  const rows = decisions.map(({ id, outcome, at, by, note }) => ({
    id,
    outcome,
    note,
    decided_by: by,
    decided_at: at,
    checked_at: at,
  }))
  await sql`
    update sanctions_hit h set outcome = r.outcome, note = r.note, decided_by = r.decided_by, decided_at = r.decided_at,
      checked_at = r.checked_at, version = 2
    from jsonb_populate_recordset(null::sanctions_hit, ${JSON.stringify(rows)}::jsonb) r where h.id = r.id`.execute(tx)
  const entries = decisions
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap(({ id, customer_id, party_name, entry_id, name, outcome, at, by, note }): [Actor, Entry][] => {
      const account = accounts.get(by)
      if (!account) return []
      const actor = { account, platform, origin: { address: null, appVersion: null }, now: () => at }
      return [
        [
          actor,
          {
            action: 'decide sanctions hit',
            object: { kind: 'sanctions hit', id },
            version: 2,
            before: { outcome: 'potential_match' },
            after: { outcome, customer: customer_id, party: party_name, entry: entry_id, name },
            note,
          },
        ],
      ]
    })
  await recordEach(tx, entries)
}
