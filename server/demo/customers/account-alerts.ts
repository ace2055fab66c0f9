/** Writes account alerts in the state that calls would have left them in, with their notes and audit. */
import { sql, type Transaction } from 'kysely'
import { recordEach, type Actor, type Entry } from '#server/audit/audit.ts'
import { businessHoursFor, dueDates, dueInputOfAlert } from '#server/business-hours/due-dates.ts'
import type { Account } from '#server/core/context.ts'
import { uuidOf } from '#server/core/uuid.ts'
import { randomOf } from '#server/demo/random.ts'
import { loadEnrichment } from '#server/monitoring/filter-subjects.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { accountHistory, type AccountAct, type AccountHistory } from './account-history.ts'
import { chance } from './sql-random.ts'
import { ACCOUNT_RULES } from './rules.ts'

type Tx = Transaction<Database>

/** The share of customers with account alerts. */
const SHARE = 0.16

interface Told extends AccountHistory {
  customerId: string
  ruleId: string
  /** Its number among the alerts of the same rule and customer, from 0. */
  nth: number
  row: object
}
export type AccountAlert = Told & { id: string }

interface Surroundings {
  platform: string
  customerIds: readonly string[]
  /** The ids of the staff of the platform. */
  staff: readonly string[]
  anchor: Date
}

/** One rule may raise several alerts on a customer, at different moments. */
const keyOf = (alert: { customerId: string; ruleId: string; createdAt: Date }) =>
  `${alert.customerId}/${alert.ruleId}/${alert.createdAt.getTime()}`

/** Raises alerts on some of the customers, except those that exist; the rules on accounts have to exist. */
export async function raiseAccountAlerts(tx: Tx, surroundings: Surroundings): Promise<AccountAlert[]> {
  const told = await tellAll(tx, surroundings)
  const sorted = told.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
  const known = await idsOf(tx, surroundings)
  const fresh = sorted.filter((one) => !known.has(keyOf(one)))
  await insertRows(
    tx,
    'alert',
    fresh.map(({ row }) => row),
  )
  const ids = await idsOf(tx, surroundings)
  return sorted.map((one) => Object.assign(one, { id: ids.get(keyOf(one)) ?? '' }))
}

/** The notes and audit entries of what the staff did. */
export async function handleAccountAlerts(
  tx: Tx,
  platform: string,
  alerts: readonly AccountAlert[],
  accounts: ReadonlyMap<string, Account>,
): Promise<void> {
  await insertRows(
    tx,
    'note',
    alerts.flatMap((one) => notesOf(platform, one)),
  )
  const entries = alerts.flatMap((one) => auditOf(platform, one, accounts))
  await recordEach(
    tx,
    entries.toSorted((a, b) => +a[0].now() - +b[0].now()),
  )
}

async function tellAll(tx: Tx, { platform, customerIds, staff, anchor }: Surroundings): Promise<Told[]> {
  const rules = await tx
    .selectFrom('rule')
    .selectAll()
    .where('platform', '=', platform)
    .where('area', '=', 'account')
    .where(
      'name',
      'in',
      ACCOUNT_RULES.map(({ name }) => name),
    )
    .execute()
  const { rows: customers } = await sql<{ id: string; name: string; country: string | null; type: string }>`
    select c.id, c.name, c.country, c.type from customer c
    where c.platform = ${platform} and c.id = any(${customerIds}) and ${chance('alerts')} < ${SHARE}
    order by c.id`.execute(tx)
  const enrichment = await loadEnrichment(tx, platform, customerIds)
  const businessHours = await businessHoursFor(tx, platform)
  return customers.flatMap((customer) => {
    const random = randomOf(`docket account alerts 1 ${platform} ${customer.id}`)
    return rules
      .filter(({ type }) => random.chance(0.4) && (type !== 'permission_transaction' || customer.type === 'personal'))
      .flatMap((rule) => {
        // drawn separately, so that the first of each is the same whatever their number
        const again = randomOf(`docket account alerts again ${platform} ${customer.id} ${rule.name}`)
        const more = again.chance(0.35) ? again.int(1, 4) : 0
        return [
          { rule, from: random, nth: 0 },
          ...Array.from({ length: more }, (_, i) => ({ rule, from: again, nth: i + 1 })),
        ]
      })
      .map(({ rule, from, nth }): Told => {
        const story = accountHistory(from, staff, anchor)
        const definition = ACCOUNT_RULES.find(({ name }) => name === rule.name)
        const decision = story.acts.find((act) => act.kind === 'resolve')
        const assigned = story.acts.find((act) => act.kind === 'assign')
        const asked = story.acts.find((act) => act.kind === 'status' && act.status === 'await')
        const stopped = decision ?? asked
        const begun = dueInputOfAlert({ status: 'new', created_at: story.createdAt, due_pauses: [], level: 'alert' })
        const running = dueDates(businessHours, 'accountAlert', begun)
        const row = {
          platform,
          kind: 'account',
          customer_id: customer.id,
          rule_id: rule.id,
          rule_name: rule.name,
          rule_type: rule.type,
          rule_description: rule.description,
          revision_id: rule.revision_id,
          level: 'alert',
          status: story.status,
          sar: story.sar,
          note: decision?.text ?? null,
          manager_id: assigned?.to ?? null,
          created_at: story.createdAt,
          resolved_at: decision?.at ?? null,
          resolved_by: decision?.by ?? null,
          trigger_info: definition?.tell(from, customer),
          criteria: rule.criteria,
          enrichment: enrichment.get(customer.id) ?? {},
          version: 1 + story.acts.length,
          due_pauses: stopped ? [stopped.at] : [],
          last_due_at: stopped ? running.due_at : null,
          ...(stopped ? { due_at: null, due_soon_at: null } : running),
        }
        return { ...story, customerId: customer.id, ruleId: rule.id, nth, row }
      })
  })
}

async function idsOf(tx: Tx, { platform, customerIds }: Surroundings): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('alert')
    .select(['id', 'customer_id', 'rule_id', 'created_at'])
    .where('platform', '=', platform)
    .where('kind', '=', 'account')
    .where('customer_id', '=', sql<string>`any(${customerIds})`)
    .execute()
  return new Map(
    rows.map((row) => [keyOf({ customerId: row.customer_id, ruleId: row.rule_id, createdAt: row.created_at }), row.id]),
  )
}

function notesOf(platform: string, { id, customerId, ruleId, nth, acts }: AccountAlert) {
  return acts.flatMap((act, n) =>
    'text' in act
      ? [
          {
            id: uuidOf(`account note:${platform}/${customerId}/${ruleId}/${nth}/${n}`),
            platform,
            alert_id: id,
            customer_id: customerId,
            author_id: act.by,
            text: act.text,
            created_at: act.at,
            written_before_close: false,
          },
        ]
      : [],
  )
}

function auditOf(platform: string, alert: AccountAlert, accounts: ReadonlyMap<string, Account>): [Actor, Entry][] {
  let status = 'new'
  return alert.acts.flatMap((act, n): [Actor, Entry][] => {
    const account = accounts.get(act.by)
    if (!account) return []
    const entry = { object: { kind: 'alert', id: alert.id }, version: n + 2, alertIds: [alert.id] }
    const actor = { account, platform, origin: { address: null, appVersion: null }, now: () => act.at }
    const before = status
    status = act.kind === 'resolve' ? 'resolved' : act.kind === 'status' ? act.status : status
    return [[actor, { ...entry, ...whatOf(act, before, accounts) }]]
  })
}

function whatOf(act: AccountAct, before: string, accounts: ReadonlyMap<string, Account>): Omit<Entry, 'object'> {
  switch (act.kind) {
    case 'assign': {
      const to = accounts.get(act.to)
      const manager = { id: act.to, name: `${to?.firstName} ${to?.lastName}` }
      return { action: 'assign', before: { manager: null }, after: { manager } }
    }
    case 'status':
      return { action: 'change status', before: { status: before, sar: 0 }, after: { status: act.status, sar: 0 } }
    case 'note':
      return { action: 'add note', note: act.text }
    case 'resolve':
      return {
        action: 'resolve alert',
        before: { status: before, sar: 0 },
        after: { status: 'resolved', sar: act.sar },
        note: act.text,
        reason: act.reason,
      }
  }
}
