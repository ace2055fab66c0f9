/** The effect of a comparison on hits: new ones, reopened ones, and ended ones. */
import { sql, type Transaction } from 'kysely'
import { isCleared } from '#contract/model/screening/sanctions.ts'
import type { SanctionOutcome } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { difference, type PartyFacts } from './party-facts.ts'
import type { ListEntry } from './lists/entry.ts'
import type { Found } from './screener.ts'

/** A customer, or a counterparty, and its possible list entries. */
export interface Compared {
  customerId: string
  party: 'customer' | 'counterparty'
  key: string
  /** The facts behind a decision. */
  facts: PartyFacts
  found: readonly Found[]
}

/** The facts at a decision. */
interface Basis {
  party: PartyFacts
  entry: ListEntry
}

interface Decision {
  outcome: SanctionOutcome
  decided_by: string | null
  decided_at: string | null
  note: string | null
  basis: Basis | null
}

interface Hit extends Decision {
  id: string
  customer_id: string
  party: string
  party_key: string
  party_name: string
  source: string
  entry_id: string
  name: string
  remembered: Decision | null
  reopened: unknown
  version: string
}

const keyOf = (hit: { customer_id: string; party: string; party_key: string; source: string; entry_id: string }) =>
  JSON.stringify([hit.customer_id, hit.party, hit.party_key, hit.source, hit.entry_id])

interface Where {
  platform: string
  now: Date
  /** Entries that were compared with, where it was not all of them: hits with others stay as they are. */
  only?: ReadonlySet<string> | undefined
}

/** Writes what was found of parties that were compared. Answers how many pairs are similar. */
export async function writeHits(
  tx: Transaction<Database>,
  compared: readonly Compared[],
  { platform, now, only }: Where,
): Promise<number> {
  if (compared.length === 0) return 0
  const known = await hitsOf(tx, platform, compared)
  const rows: object[] = []
  let count = 0
  for (const { customerId: customer_id, party, key: party_key, facts, found } of compared) {
    for (const each of found) {
      count += 1
      const pair = { platform, customer_id, party, party_key, source: each.source, entry_id: each.entry.id }
      const hit = known.get(keyOf(pair))
      known.delete(keyOf(pair))
      rows.push({ ...pair, ...toRow(each), ...decidedAs(hit, { party: facts, entry: each.entry }), checked_at: now })
    }
  }
  await insertRows(
    tx,
    'sanctions_hit',
    rows.map((row) => ({ ...row, version: 1 })),
    {
      conflict: sql`on conflict (platform, customer_id, party, party_key, source, entry_id) do update set
      list = excluded.list, kind = excluded.kind, party_name = excluded.party_name, name = excluded.name,
      score = excluded.score, parts = excluded.parts, basis = excluded.basis, details = excluded.details,
      checked_at = excluded.checked_at, outcome = excluded.outcome, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, note = excluded.note, reopened = excluded.reopened, remembered = excluded.remembered,
      version = sanctions_hit.version + (sanctions_hit.outcome is distinct from excluded.outcome)::int`,
    },
  )
  await letGo(
    tx,
    [...known.values()].filter(({ source, entry_id }) => only === undefined || only.has(`${source} ${entry_id}`)),
    now,
  )
  return count
}

function toRow({ list, entry, partyName, name, isWeak, score, parts }: Found) {
  const [primary, ...aliases] = entry.names
  const match = entry.names.find((each) => each.name === name)?.kind ?? 'primary'
  const details = {
    ...(entry.title && { title: entry.title }),
    ...(aliases.length > 0 && {
      aliases: aliases.map((alias) => (alias.isWeak ? `${alias.name} (low quality)` : alias.name)),
    }),
    ...(entry.addresses.length > 0 && { addresses: entry.addresses }),
    ...(entry.births.length > 0 && { births: entry.births }),
    ...(entry.countries.length > 0 && { countries: entry.countries }),
    ...(entry.genders.length > 0 && { genders: entry.genders }),
    ...(entry.identifiers.length > 0 && { identifiers: entry.identifiers }),
    ...(entry.remarks && { remarks: entry.remarks }),
    type: entry.type,
    programs: entry.programs,
    listedAs: primary?.name ?? '',
    match,
    ...(isWeak && { isWeak }),
  }
  const rounded = parts.map((part) => ({ ...part, points: Math.round(part.points * 1000) / 1000 }))
  return { list, kind: entry.type, party_name: partyName, name, score, parts: rounded, details }
}

/** The outcome of a similar pair: its decision, as long as the facts behind it are unchanged. */
function decidedAs(hit: Hit | undefined, basis: Basis) {
  const open = { outcome: 'potential_match', decided_by: null, decided_at: null, note: null, remembered: null }
  if (!hit) return { ...open, basis, reopened: null }
  const isBack = hit.outcome === 'no_match'
  const decision: Decision | null = isBack ? hit.remembered : hit
  if (!decision) return { ...open, basis, reopened: null }
  if (decision.outcome === 'potential_match') {
    // an uncertain decision stays
    const { decided_by, decided_at, note, reopened } = hit
    return { ...open, decided_by, decided_at, note, basis, reopened }
  }
  const changed = changesOf(hit, decision, basis)
  const isSame = Object.keys(changed).length === 0
  if (!isSame && isCleared(decision.outcome)) {
    const { outcome, decided_by: by, decided_at: at, note } = decision
    return { ...open, basis, reopened: { changed, before: { outcome, by, at, note } } }
  }
  const { outcome, decided_by, decided_at, note } = decision
  // a changed fact may make a dismissal wrong; a confirmed match stays confirmed, and the change is shown
  const reopened = isSame ? (hit.reopened ?? null) : { changed }
  return {
    outcome,
    decided_by,
    decided_at,
    note,
    remembered: null,
    basis: isSame ? (decision.basis ?? basis) : basis,
    reopened,
  }
}

/** The differences to the facts at the decision, `party.names` and `entry.births`. */
function changesOf(hit: Hit, { basis: before }: Decision, basis: Basis): Record<string, unknown> {
  // decided before the facts were kept: by the names alone
  if (!before) {
    const isNamed =
      basis.entry.names.some(({ name }) => name === hit.name) && basis.party.names.includes(hit.party_name)
    return isNamed
      ? {}
      : { names: { before: [hit.party_name, hit.name], after: [basis.party.names[0], basis.entry.names[0]?.name] } }
  }
  const prefixed = (side: string, changed: object) =>
    Object.entries(changed).map(([field, change]) => [`${side}.${field}`, change] as const)
  return Object.fromEntries([
    ...prefixed('party', difference(before.party, basis.party)),
    ...prefixed('entry', difference(before.entry, basis.entry)),
  ])
}

/** The hits of these parties, locked until the transaction ends. */
async function hitsOf(
  tx: Transaction<Database>,
  platform: string,
  compared: readonly Compared[],
): Promise<Map<string, Hit>> {
  const parties = compared.map(({ customerId, party, key }) => ({ customer_id: customerId, party, party_key: key }))
  const { rows } = await sql<Hit>`
    select h.id, h.customer_id, h.party, h.party_key, h.party_name, h.source, h.entry_id, h.name, h.outcome, h.decided_by,
      h.decided_at, h.note, h.basis, h.remembered, h.reopened, h.version
    from jsonb_to_recordset(${JSON.stringify(parties)}::jsonb) as p (customer_id text, party text, party_key text)
    join sanctions_hit h on h.platform = ${platform} and h.customer_id = p.customer_id and h.party = p.party
      and h.party_key = p.party_key
    for update of h`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** An unconfirmed hit without similarity ends as `no_match`; decisions are remembered. */
async function letGo(tx: Transaction<Database>, hits: readonly Hit[], now: Date): Promise<void> {
  const ids = hits
    .filter(({ outcome }) => outcome === 'potential_match' || outcome === 'false_positive')
    .map(({ id }) => id)
  await endHits(tx, ids, now)
}

/** Ends hits by their ids. */
export async function endHits(tx: Transaction<Database>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update sanctions_hit h
    set outcome = 'no_match', checked_at = ${now}, decided_by = null, decided_at = null, note = null, reopened = null,
      remembered = case when h.outcome = 'false_positive' then jsonb_build_object('outcome', h.outcome, 'decided_by',
        h.decided_by, 'decided_at', h.decided_at, 'note', h.note, 'basis', h.basis) end,
      version = h.version + 1
    where h.id = any(${ids}::bigint[])`.execute(tx)
}
