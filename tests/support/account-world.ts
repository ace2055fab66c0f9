/** Customers and account alerts for tests of the server. */
import type { Kysely } from 'kysely'
import type { AlertLevel, AlertStatus } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'

export interface NewAccountAlert {
  platform?: string
  customerId?: string
  /** The name of the rule; it is added if it is missing. */
  rule?: string
  status?: AlertStatus
  sar?: 0 | 1
  level?: AlertLevel
  manager?: string | null
  createdAt?: Date
}

const NOON = new Date('2026-03-10T12:00:00Z')
const DECIDED: ReadonlySet<AlertStatus> = new Set(['resolved', 'rejected', 'sar'])

export interface MadeAccountAlert {
  id: string
  platform: string
  customerId: string
  ruleId: string
}

export interface NewCustomer {
  platform?: string
  id: string
  name: string
  type?: 'personal' | 'business'
  country?: string | null
  username?: string
  /** The age of the registration at noon, in days. */
  days?: number
  profile?: object
}

/** Adds customers: by default persons of `paxum` who registered at noon. */
export function customersIn(db: Kysely<Database>) {
  return async ({ platform = 'paxum', type = 'personal', days = 0, profile = {}, ...given }: NewCustomer) => {
    const created_at = new Date(NOON.getTime() - days * 86_400_000)
    const values = { platform, type, created_at, profile: JSON.stringify(profile), ...given }
    await db.insertInto('customer').values(values).execute()
  }
}

/** Adds account alerts: by default new, on Ada, of the rule “Residence changed”. */
export function accountAlertsIn(db: Kysely<Database>) {
  return async (given: NewAccountAlert = {}): Promise<MadeAccountAlert> => {
    const { platform = 'paxum', customerId = '100', rule = 'Residence changed', createdAt = NOON } = given
    const ruleId = await ruleOf(db, platform, rule)
    const status = given.status ?? 'new'
    const decided = DECIDED.has(status) && { resolved_at: createdAt, resolved_by: 'analyst2', note: 'Seen before.' }
    const { id } = await db
      .insertInto('alert')
      .values({
        ...decided,
        platform,
        kind: 'account',
        customer_id: customerId,
        rule_id: ruleId,
        rule_name: rule,
        rule_type: 'permission_transaction',
        rule_description: `${rule} rule`,
        revision_id: 7,
        level: given.level ?? 'alert',
        status,
        sar: given.sar ?? 0,
        manager_id: given.manager ?? null,
        created_at: createdAt,
        trigger_info: JSON.stringify({ text: 'GB, was CA', facts: [] }),
        criteria: JSON.stringify({}),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, platform, customerId, ruleId }
  }
}

export async function ruleOf(db: Kysely<Database>, platform: string, name: string): Promise<string> {
  const find = db.selectFrom('rule').select('id').where('platform', '=', platform).where('name', '=', name)
  const known = await find.executeTakeFirst()
  if (known) return known.id
  const values = {
    platform,
    name,
    description: `${name} rule`,
    area: 'account',
    type: 'permission_transaction',
  } as const
  const { id } = await db
    .insertInto('rule')
    .values({ ...values, criteria: '{}', options: '{}', revision_id: 7, author: 'manager' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
