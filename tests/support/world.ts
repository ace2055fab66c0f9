/** A small world for tests of the server, with only the cases that a test names. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { searchText } from '#contract/model/cases/case-search.ts'
import type { FormStatus, FormType } from '#contract/model/forms/document-form.ts'
import type { FormField } from '#contract/model/forms/form-field.ts'
import { FORM_SECTIONS } from '#contract/model/forms/form-sections.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { AlertLevel, AlertStatus, CaseStatus, Direction, SearchField } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'
import { accountAlertsIn, customersIn } from './account-world.ts'
import { filesIn } from './files.ts'

/** The moment of everything in the world by default; tests set the clock of their server after it. */
export const NOON = new Date('2026-03-10T12:00:00Z')

export interface NewAlert {
  rule?: RuleName
  status?: AlertStatus
  level?: AlertLevel
}

export interface NewCase {
  platform?: string
  /** The id of the transaction; the case's is the platform's code followed by it. */
  transactionId?: string
  customer?: CustomerName
  counterpartyId?: string | null
  counterpartyName?: string
  status?: CaseStatus
  recommendedStr?: 0 | 1
  manager?: string | null
  createdAt?: Date
  service?: string | null
  direction?: Direction
  country?: string | null
  usd?: string
  alerts?: readonly NewAlert[]
  search?: { readonly [F in SearchField]?: string }
}

export interface MadeCase {
  id: string
  uuid: string
  platform: string
  transactionId: string
  customerId: string
  alertIds: string[]
}

const CUSTOMERS = {
  ada: {
    id: '100',
    type: 'personal',
    name: 'Ada Byron',
    first_name: 'Ada',
    last_name: 'Byron',
    username: 'ada',
    country: 'GB',
  },
  acme: {
    id: '200',
    type: 'business',
    name: 'Acme Ltd',
    first_name: null,
    last_name: null,
    username: 'acme',
    country: 'CA',
  },
} as const
export type CustomerName = keyof typeof CUSTOMERS

/** Rules that payments of tests do not meet by default. */
const RULES = {
  limit: {
    type: 'limit_transaction',
    criterion: { limit: '1000000' },
    area: 'transaction',
    name: 'Limit',
    options: { action: 'alert' },
  },
  velocity: {
    type: 'account_velocity',
    criterion: { maxTransactions: 1000, period: 1 },
    area: 'transaction',
    name: 'Velocity',
    options: {
      action: 'alert',
      transaction_direction: 'outgoing',
      procedures: [{ id: 'call', text: 'Call the customer' }],
    },
  },
  country: {
    type: 'ip_prohibited_country',
    criterion: { countries: ['KP'] },
    area: 'transaction',
    name: 'Prohibited country',
    options: { action: 'hardstop', transaction_services: ['wire3rdParty'] },
  },
  nightly: {
    type: 'summary_amount_transaction',
    criterion: { total: '1000000', period: 1 },
    area: 'schedule',
    name: 'Nightly sum',
    options: {},
  },
} as const
export type RuleName = keyof typeof RULES

const CLOSED: ReadonlySet<AlertStatus> = new Set(['resolved', 'rejected', 'sar'])

export interface NewForm {
  platform?: string
  customer?: CustomerName
  type?: FormType
  status?: FormStatus
  /** Who wrote it. */
  author?: string
  data?: Record<string, unknown>
}

export type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * Makes customers and rules on `paxum` and `paydek`; the accounts have to exist. `addCase` adds cases, `addFile` files,
 * with bytes if the server's data directory is given.
 */
export async function makeWorld(db: Kysely<Database>) {
  const platforms = ['paxum', 'paydek']
  const rules = {} as Record<string, Record<RuleName, string>>
  for (const platform of platforms) {
    await db
      .insertInto('customer')
      .values(Object.values(CUSTOMERS).map((one) => Object.assign({ platform, created_at: NOON, profile: '{}' }, one)))
      .execute()
    rules[platform] = await addRules(db, platform)
  }
  let last = 1000
  const addCase = async (given: NewCase = {}): Promise<MadeCase> => {
    last += 1
    const platform = given.platform ?? 'paxum'
    return insertCase(db, rules[platform] as Record<RuleName, string>, {
      transactionId: String(last),
      ...given,
      platform,
    })
  }
  return {
    db,
    addAccountAlert: accountAlertsIn(db),
    addCustomer: customersIn(db),
    rules: rules['paxum'] as Record<RuleName, string>,
    paydekRules: rules['paydek'] as Record<RuleName, string>,
    addCase,
    addFile: filesIn(db),
    /** Adds a form at version 1, by default with every answer that its review requires; returns its uuid. */
    addForm: (given: NewForm = {}) => insertForm(db, given),
  }
}

async function insertForm(db: Kysely<Database>, given: NewForm): Promise<string> {
  const { platform = 'paxum', type = 'edd_ong', status = 'new', author = 'analyst' } = given
  const customer = CUSTOMERS[given.customer ?? 'ada']
  const id = randomUUID()
  await db
    .insertInto('document_form')
    .values({
      id,
      platform,
      customer_id: customer.id,
      customer_name: customer.name,
      type,
      status,
      author_id: author,
      hands: [author],
      approved_by: status === 'approved' || status === 'submitted' ? 'docadmin' : null,
      created_at: NOON,
      updated_at: NOON,
      data: JSON.stringify(given.data ?? answersFor(type)),
    })
    .execute()
  return id
}

/** Plausible answers to every question that a review requires. */
export function answersFor(type: FormType): Record<string, unknown> {
  const answer = (field: FormField): unknown => {
    if (field.kind === 'choice') return field.options[0]
    if (field.kind === 'choices') return field.options.slice(0, 1)
    return { date: '2026-03-01', amount: '100.00', country: 'CA', flag: false }[field.kind as string] ?? field.label
  }
  const fields = FORM_SECTIONS[type].flatMap((section) => section.fields).filter(({ required }) => required)
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, answer(field)])),
    ...(type === 'sar'
      ? {
          startingActions: [
            { transactionId: '7', amount: '100.00', currency: 'USD', date: '2026-03-01', method: 'P2P' },
          ],
        }
      : { nextReview: '2027-03-01' }),
  }
}

async function addRules(db: Kysely<Database>, platform: string): Promise<Record<RuleName, string>> {
  const ids: Partial<Record<RuleName, string>> = {}
  for (const [name, rule] of Object.entries(RULES)) {
    const { id } = await db
      .insertInto('rule')
      .values({
        platform,
        name: rule.name,
        description: `${rule.name} rule`,
        area: rule.area,
        type: rule.type,
        criteria: JSON.stringify({ [rule.type]: rule.criterion }),
        options: JSON.stringify(rule.options),
        revision_id: 7,
        author: 'manager',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name as RuleName] = id
  }
  return ids as Record<RuleName, string>
}

async function insertCase(
  db: Kysely<Database>,
  rules: Record<RuleName, string>,
  given: NewCase & { platform: string; transactionId: string },
): Promise<MadeCase> {
  const { platform, transactionId, status = 'new', createdAt = NOON, alerts = [{}], search } = given
  const customer = CUSTOMERS[given.customer ?? 'ada']
  const id = `${findPlatform(platform)?.code}${transactionId}`
  const uuid = randomUUID()
  const money = { amount: given.usd ?? '12400.00', currency: 'USD', usd: given.usd ?? '12400.00' }
  const names = { client_name: customer.name, counterparty_name: given.counterpartyName ?? 'Northwind Ltd' }
  const common = {
    ...money,
    ...names,
    service: given.service === undefined ? 'wire3rdParty' : given.service,
    direction: given.direction ?? ('outgoing' as const),
    country: given.country === undefined ? 'CA' : given.country,
  }
  const levels = alerts.map(({ level, rule = 'limit' }) => level ?? (rule === 'country' ? 'hardstop' : 'alert'))
  const isOpen = alerts.map((alert) => !CLOSED.has(alert.status ?? 'new'))
  const lead = alerts.find((_, index) => isOpen[index]) ?? alerts[0]
  const count = (test: (index: number) => boolean) => alerts.filter((_, index) => test(index)).length
  await db
    .insertInto('transaction')
    .values({
      ...common,
      platform,
      id: transactionId,
      at: createdAt,
      customer_id: customer.id,
      counterparty_id: given.counterpartyId === undefined ? 'n-1' : given.counterpartyId,
      counterparty_country: 'US',
      data: JSON.stringify({ transactionDesc: 'Invoice 7', transactionApprovalMode: 'code' }),
    })
    .execute()
  await db
    .insertInto('monitoring_case')
    .values({
      ...common,
      platform,
      id,
      uuid,
      transaction_id: transactionId,
      customer_id: customer.id,
      customer_type: customer.type,
      status,
      recommended_str: given.recommendedStr ?? 0,
      manager_id: given.manager ?? null,
      assigned_at: given.manager ? createdAt : null,
      created_at: createdAt,
      failed_rule: null,
      alert_count: alerts.length,
      open_alert_count: count((index) => isOpen[index] === true),
      hard_stop_count: count((index) => levels[index] === 'hardstop'),
      active_hard_stop: count((index) => levels[index] === 'hardstop' && isOpen[index] === true),
      lead_rule: lead ? RULES[lead.rule ?? 'limit'].name : '',
      search: searchText(id, { clientName: customer.name, ...search }),
    })
    .execute()
  const alertIds: string[] = []
  for (const [index, alert] of alerts.entries()) {
    const rule = RULES[alert.rule ?? 'limit']
    const closed = isOpen[index] ? {} : { resolved_at: createdAt, resolved_by: 'analyst2', note: 'Seen before.' }
    const row = await db
      .insertInto('alert')
      .values({
        ...closed,
        platform,
        kind: 'transaction',
        case_id: id,
        customer_id: customer.id,
        rule_id: rules[alert.rule ?? 'limit'],
        rule_name: rule.name,
        rule_type: rule.type,
        rule_description: `${rule.name} rule`,
        revision_id: 7,
        level: levels[index] ?? 'alert',
        status: alert.status ?? 'new',
        created_at: createdAt,
        trigger_info: JSON.stringify({
          text: '12,400 of 9,000',
          facts: [{ label: 'amount', saw: '12400', allows: '9000' }],
        }),
        criteria: JSON.stringify({ limit: 9000 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    alertIds.push(row.id)
  }
  return { id, uuid, platform, transactionId, customerId: customer.id, alertIds }
}

/** The audit entries of an object, oldest first, with the fields that tests compare. */
export function auditOf(db: Kysely<Database>, kind: string, id: string) {
  return db
    .selectFrom('audit')
    .select(['action', 'actor', 'note', 'reason', 'before', 'after', 'version', 'idempotency_key', 'offline'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('n')
    .execute()
}

/** Sets the risk score of a customer. */
export async function scoreCustomer(
  db: Kysely<Database>,
  { platform = 'paxum', customerId, score }: { platform?: string; customerId: string; score: number },
): Promise<void> {
  const level = score < 33 ? 'low' : score < 67 ? 'medium' : 'high'
  const values = { score, level, updated_at: NOON } as const
  await db
    .insertInto('customer_risk')
    .values({ platform, customer_id: customerId, factors: '[]', ...values })
    .onConflict((conflict) => conflict.columns(['platform', 'customer_id']).doUpdateSet(values))
    .execute()
}
