/** Writes what managers of the demo world changed: config sets, revisions, rules of every area, one of them deleted. */
import type { Transaction } from 'kysely'
import type { Rule, RuleBody, RuleOptions } from '#contract/model/rules/rule.ts'
import { record } from '#server/audit/audit.ts'
import type { Account, Context } from '#server/core/context.ts'
import { findRule } from '#server/rules/queries.ts'
import { addRule, changeRule, deleteRule } from '#server/rules/rule-writer.ts'
import { FACT_RULES } from './payments/fact-rules.ts'
import type { Database } from '#server/schema/database.ts'

const DAY = 86_400_000

export interface Writers {
  platform: string
  /** The accounts that may write rules there. */
  managers: readonly Account[]
  anchor: Date
}

/** True if an account writes rules on a platform; super administrators do not. */
export function mayWriteRules({ roles, platforms }: Account, platform: string): boolean {
  return platforms.includes(platform) && roles.includes('manager') && !roles.includes('super_admin')
}

/** A person who acted this many days before the anchor. */
export function actorOf({ platform, managers, anchor }: Writers, who: number, daysAgo: number) {
  const account = managers[who % managers.length]
  if (!account) throw new Error(`nobody may write rules on ${platform}`)
  const at = new Date(anchor.getTime() - daysAgo * DAY)
  return { account, platform, origin: { address: null, appVersion: null }, now: () => at } satisfies Partial<Context>
}

/** Options of a rule that uses all of them; two fields of its trigger information came from another server (decision 0110). */
const everyOption = (configSet: string): RuleOptions => ({
  action: 'hardstop',
  trigger_event: 'transaction',
  transaction_direction: 'outgoing',
  transaction_services: ['wireOwn', 'wire3rdParty', 'betweenFiWire3rdParty'],
  account_type: 'business',
  random_percent: 10,
  customer_filters: {
    where: { combinator: 'and', rules: [{ field: 'isFinancialInstitution', operator: 'equal', value: false }] },
  },
  transaction_filters: {
    where: { combinator: 'and', rules: [{ field: 'counterPartyCountry', operator: 'notIn', value: ['CA', 'US'] }] },
  },
  auto_reject: 0,
  auto_reject_note: 'Rejected on the day after, unless the customer confirmed the instruction by telephone.',
  configSets: [configSet],
  zohoTemplates: ['purpose', 'source-of-funds'],
  procedures: [{ id: 'call-back', text: 'Call the customer on the number on file and have the wire confirmed.' }],
  triggerInfo: {
    enabled: true,
    isFollowing: true,
    isAddWhl: true,
    customerName: true,
    ignoreCriteria: false,
    criteriaGroups: [{ combinator: 'and', rules: [{ field: 'industry', operator: 'contains', value: 'metals' }] }],
    filterGroups: [
      { combinator: 'and', rules: [{ field: 'beneficiaryAddressCountry', operator: 'equal', value: 'GB' }] },
    ],
    text: 'Sampled: every tenth large wire is confirmed by telephone.',
    isReport: true,
    key: 'transactionId',
    table: 'transactions',
  },
})

const SETS = [
  {
    name: 'Watched industries',
    value: ['gambling', 'crypto exchange', 'precious metals'],
    comment: 'Reviewed each quarter.',
  },
  {
    name: 'High-risk corridors',
    value: ['IR', 'KP', 'MM', 'RU'],
    comment: 'Where they lead, from the risk assessment.',
  },
]

/** Writes the rules of one platform; its default rules have to exist. */
export async function seedDefaultRules(tx: Transaction<Database>, writers: Writers): Promise<void> {
  if (writers.managers.length === 0) return
  const [industries = ''] = await seedSets(tx, writers)
  await revise(tx, writers, 'Velocity', [
    [90, { criteria: { account_velocity: { maxTransactions: 15, period: 1 } } }],
    [62, { description: 'More than twelve transactions on one account within 24 hours.' }],
    [20, { criteria: { account_velocity: { maxTransactions: 12, period: 1 } } }],
  ])
  await revise(tx, writers, 'Prohibited country', [
    [
      41,
      {
        options: {
          action: 'hardstop',
          trigger_event: 'transaction',
          procedures: [
            { id: 'passport', text: 'Compare the country with the address on the passport or the register.' },
            { id: 'purpose', text: 'Ask the customer for the purpose of the payment.' },
          ],
        },
      },
    ],
  ])
  const body = (more: Partial<RuleBody>): RuleBody => ({
    name: '',
    description: '',
    platform: writers.platform,
    type: 'transaction',
    criteria: {},
    options: {},
    ...more,
  })
  await addRule(
    tx,
    actorOf(writers, 1, 55),
    body({
      name: 'Wires of watched industries',
      description: 'Half the reporting threshold by wire, from a business in an industry that is watched.',
      criteria: { limit_transaction: { limit: '5000' } },
      options: {
        action: 'alert',
        trigger_event: 'transaction',
        transaction_direction: 'outgoing',
        transaction_services: ['wireOwn', 'wire3rdParty'],
        account_type: 'business',
        configSets: [industries],
        customer_filters: {
          where: { combinator: 'or', rules: [{ field: 'industry', operator: 'contains', value: 'crypto' }] },
        },
      },
    }),
  )
  await addRule(
    tx,
    actorOf(writers, 0, 48),
    body({
      name: 'Nightly list screening',
      description: 'Every customer against the sanctions list, each night.',
      type: 'schedule',
      criteria: { infolaft_sanction: { ratio: 85 } },
      options: { schedule: '30 2 * * *' },
    }),
  )
  await addRule(
    tx,
    actorOf(writers, 0, 47),
    body({
      name: 'Shared address',
      description: 'Three customers or more at one address, when one of them changes his.',
      type: 'account',
      criteria: { multi_parties_address: { addressType: 'home', repeatedCount: 3 } },
      options: { trigger_event: 'customer_update', account_type: 'personal' },
    }),
  )
  await addRule(
    tx,
    actorOf(writers, 1, 30),
    body({
      name: 'Large wires, sampled',
      description: 'One in ten of the wires out of 8,000 or more from a business is held until it is confirmed.',
      criteria: { limit_transaction: { limit: '8000' } },
      options: everyOption(industries),
    }),
  )
  const given = await addRule(
    tx,
    actorOf(writers, 0, 80),
    body({
      name: 'Every hundredth payment',
      description: 'A sample of small payments, to see what the other rules leave alone.',
      criteria: { limit_transaction: { limit: '50' } },
      options: { action: 'alert', trigger_event: 'transaction', random_percent: 1 },
    }),
  )
  await deleteRule(tx, actorOf(writers, 1, 66), given.id)
  for (const [n, rule] of Object.values(FACT_RULES).entries()) {
    await addRule(tx, actorOf(writers, n, 12), body({ ...rule, stage: 'shadow' }))
  }
}

async function seedSets(tx: Transaction<Database>, writers: Writers): Promise<string[]> {
  const ids: string[] = []
  for (const set of SETS) {
    const by = actorOf(writers, 0, 60)
    const at = by.now()
    const { id } = await tx
      .insertInto('config_set')
      .values({ ...set, platform: writers.platform, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, by, { action: 'add config set', object: { kind: 'config set', id }, version: 1, after: set })
    ids.push(id)
  }
  return ids
}

/** A rule of the platform by its name. */
export async function ruleNamed(tx: Transaction<Database>, platform: string, name: string): Promise<Rule | undefined> {
  const query = tx.selectFrom('rule').select('id').where('platform', '=', platform).where('name', '=', name)
  const row = await query.where('deleted_at', 'is', null).orderBy('id').executeTakeFirst()
  return row && findRule(tx, [platform], row.id)
}

async function revise(
  tx: Transaction<Database>,
  writers: Writers,
  name: string,
  changes: readonly [daysAgo: number, change: Partial<RuleBody>][],
): Promise<void> {
  let rule = await ruleNamed(tx, writers.platform, name)
  for (const [n, [daysAgo, change]] of changes.entries()) {
    if (!rule) return
    const { description, platform, type, criteria, options } = rule
    const body = { name, description, platform, type, criteria, options, ...change }
    const rationale = { reason: 'Tuned after the review of its false positives.', evidence: null }
    rule = await changeRule(tx, actorOf(writers, n, daysAgo), rule.id, body, { rationale })
  }
}
