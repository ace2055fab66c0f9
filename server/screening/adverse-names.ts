/** Names of one's own that are screened for like those of any list: added and removed in the window. */
import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { AdverseName, AdverseNameToAdd } from '#contract/model/screening/screening.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { isId, personOf, type Db } from '#server/store/sql.ts'
import { holdLists, storeListIn } from './store-list.ts'
import { isCountryCode, readCountries } from './lists/countries.ts'
import { readBirths } from './lists/dates.ts'
import { EntryCollector } from './lists/entry.ts'

/** The source of the list, which no list of the settings may have. */
export const ADVERSE = 'adverse'
const LIST_NAME = 'Own adverse names'

/** Those in force, the latest first. */
export async function adverseNames(db: Db): Promise<AdverseName[]> {
  const rows = await db
    .selectFrom('adverse_name as n')
    .innerJoin('account as p', 'p.id', 'n.added_by')
    .selectAll('n')
    .select(personOf('p').as('by'))
    .where('n.removed_at', 'is', null)
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ id, name, aliases, kind, birth, country, reason, added_by, added_at, by }) => ({
    id,
    name,
    aliases,
    kind,
    birth,
    country,
    reason,
    addedBy: by ?? { id: added_by, name: added_by },
    addedAt: toStamp(added_at),
  }))
}

/** Puts a name on the list, of which that makes a version. Refuses one that is there already, and what is no name. */
export async function addAdverseName(
  tx: Transaction<Database>,
  context: Context,
  { name, aliases, kind, birth, country, reason }: AdverseNameToAdd,
): Promise<AdverseName> {
  const { account, now } = context
  for (const one of [name, ...aliases])
    if (!/[\p{L}\p{N}]/u.test(one)) throw new Refusal(400, `name: “${one.slice(0, 40)}” has no letter or digit`)
  const [born] = birth === null ? [null] : readBirths(birth)
  if (born === undefined) throw new Refusal(400, 'birth: a date, as 1970-03-14, 1970-03 or 1970')
  const [code] = country === null ? [null] : readCountries(country)
  if (code === undefined || (code !== null && !isCountryCode(code)))
    throw new Refusal(400, 'country: a country or its two letters')
  await holdLists(tx)
  const there = (await adverseNames(tx)).find((each) => each.kind === kind && fold(each.name) === fold(name))
  if (there) throw new Refusal(409, `${there.addedBy.name} has added ${there.name} already.`, there)
  const { id } = await tx
    .insertInto('adverse_name')
    .values({
      name,
      aliases: [...new Set(aliases)],
      kind,
      birth: born,
      country: code,
      reason,
      added_by: account.id,
      added_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepVersion(tx, now())
  await record(tx, context, {
    action: 'add adverse name',
    object: { kind: 'adverse name', id },
    platform: null,
    after: { name, aliases, kind, birth: born, country: code },
    reason,
  })
  const added = (await adverseNames(tx)).find((each) => each.id === id)
  if (!added) throw new Error(`Adverse name ${id} is not on its list.`)
  return added
}

/** Takes a name off the list: its open hits end when everybody is screened again. 404 where it is not on it. */
export async function removeAdverseName(
  tx: Transaction<Database>,
  context: Context,
  id: string,
  reason: string,
): Promise<void> {
  const { account, now } = context
  await holdLists(tx)
  const there = isId(id) ? (await adverseNames(tx)).find((each) => each.id === id) : undefined
  if (!there) throw new Refusal(404, `There is no adverse name ${id} in force.`)
  await tx.updateTable('adverse_name').set({ removed_by: account.id, removed_at: now() }).where('id', '=', id).execute()
  await keepVersion(tx, now())
  await record(tx, context, {
    action: 'remove adverse name',
    object: { kind: 'adverse name', id },
    platform: null,
    before: { name: there.name, aliases: there.aliases, kind: there.kind },
    reason,
  })
}

const fold = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

async function keepVersion(tx: Transaction<Database>, now: Date): Promise<void> {
  const names = (await adverseNames(tx)).toReversed()
  const list = new EntryCollector()
  for (const { id, name, aliases, kind, birth, country, reason } of names) {
    list.add(id, {
      type: kind,
      remarks: reason,
      names: [{ kind: 'primary', name }, ...aliases.map((alias) => ({ kind: 'aka' as const, name: alias }))],
      births: birth === null ? [] : [birth],
      countries: country === null ? [] : [country],
    })
  }
  const { entries, unusable } = list.done()
  // a name added after one was removed is another version even where the names are the same
  const { rows } = await sql<{ n: string }>`select coalesce(max(id), 0)::text as n from adverse_name`.execute(tx)
  const digest = createHash('sha256')
    .update(JSON.stringify([rows[0]?.n, entries]))
    .digest('hex')
  await storeListIn(tx, { source: ADVERSE, name: LIST_NAME, digest, entries, unusable }, now)
}
