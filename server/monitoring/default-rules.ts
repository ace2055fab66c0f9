/**
 * The rules a platform starts with. Thresholds come from regulation or from plain reasoning that is written beside
 * them, never from a data set: an institution sets its own.
 */
import { sql, type Kysely } from 'kysely'
import { ruleTypeOf } from '#contract/model/rules/conditions/rule-type.ts'
import type { Criteria, RuleBody, RuleOptions } from '#contract/model/rules/rule.ts'
import { RULE_DEFAULTS } from '#contract/model/rules/rule.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'

/** FATF "High-Risk Jurisdictions subject to a Call for Action" as of June 2025. */
const CALL_FOR_ACTION = ['IR', 'KP', 'MM']

function rule(name: string, description: string, criteria: Criteria, options: RuleOptions = {}) {
  const { action, trigger_event } = RULE_DEFAULTS
  return { name, description, type: 'transaction', criteria, options: { action, trigger_event, ...options } } as const
}

/** Name, reason and parameters of each; amounts in USD. */
export const DEFAULT_RULES: readonly Omit<RuleBody, 'platform'>[] = [
  rule(
    'Large transaction',
    'One transaction of 10,000 or more: the reporting threshold of FINTRAC (large cash, EFT) and of the US Bank Secrecy Act.',
    { limit_transaction: { limit: '10000' } },
  ),
  rule(
    'Structuring below the threshold',
    'Two or more transactions below 10,000 that reach it within 24 hours: the 24-hour rule of FINTRAC.',
    { threshold_breakdown: { limit: '10000', repeatedCount: 2, period: 1 } },
  ),
  rule(
    'Daily total',
    'Money out of 25,000 or more within 24 hours: two and a half times the reporting threshold.',
    { summary_amount_transaction: { total: '25000', period: 1 } },
    { transaction_direction: 'outgoing' },
  ),
  rule('Velocity', "More than ten transactions on one account within 24 hours: beyond a person's daily use.", {
    account_velocity: { maxTransactions: 10, period: 1 },
  }),
  rule(
    'Significant deposit',
    'A deposit of 3,000 or more (the record-keeping threshold of the US Travel Rule) at five times the average of 90 days.',
    { significant_deposit: { amount: '3000', ratio: 5, period: 90 } },
    { transaction_direction: 'incoming' },
  ),
  rule(
    'Repeated transaction',
    'Three transactions with one party, equal within 1 %, in a week: more frequent than rent, salary or a subscription.',
    { repeated_transaction: { repeatedCount: 3, amountRate: 1, period: 7 } },
  ),
  rule(
    'Multiple senders',
    'More than five senders within seven days: more than one a working day, the mark of a collecting account.',
    { multiple_senders: { maxSenders: 5, period: 7 } },
    { transaction_direction: 'incoming' },
  ),
  rule(
    'Substantial increase',
    'Thirty days at three times the average of up to three months before, from 1,000 on, below which it matters little.',
    { substantial_increase: { ratio: 3, amount: '1000', period: 30 } },
  ),
  rule('Pass-through', '90 % or more of an inflow of at least 5,000 leaves within two days (pass-through).', {
    transit_transaction: { amount: '5000', percentTransactions: 90, period: 2 },
  }),
  rule(
    'Prohibited country',
    'Initiated from, or with a party in, a country on the FATF call-for-action list. Holds the transaction.',
    { ip_prohibited_country: { countries: CALL_FOR_ACTION } },
    { action: 'hardstop' },
  ),
  rule(
    'Sanctioned country',
    'Initiated from, or with a party in, North Korea (UN Security Council resolution 2270). Rejects the transaction.',
    { ip_prohibited_country: { countries: ['KP'] } },
    {
      action: 'hardstop',
      auto_reject: 1,
      auto_reject_note: 'Rejected by the rule: payments from or to North Korea are prohibited (UNSCR 2270).',
    },
  ),
  rule('Prohibited keyword', 'Words in the description that ask for a closer look.', {
    prohibited_keyword: {
      keywords: ['hawala', 'cash courier', 'casino', 'escort', 'ransom', 'weapons', 'donation syria'],
    },
  }),
]

const AUTHOR = 'docket'

/** Gives platforms that have never had a rule the default ones and `more`, each with its first revision. Safe to repeat. */
export async function seedRules(
  db: Kysely<Database>,
  platforms: readonly string[],
  now: Date,
  more: readonly Omit<RuleBody, 'platform'>[] = [],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed-rules', 0))`.execute(trx)
    const known = await trx.selectFrom('rule').select('platform').distinct().execute()
    const fresh = platforms.filter((platform) => !known.some((row) => row.platform === platform))
    const rows = fresh.flatMap((platform) =>
      [...DEFAULT_RULES, ...more].map(({ name, description, type, criteria, options }) => ({
        platform,
        name,
        description,
        area: type,
        type: ruleTypeOf({ criteria, options }),
        criteria,
        options,
        revision_id: 0,
        author: AUTHOR,
        updated_at: now,
      })),
    )
    await insertRows(trx, 'rule', rows)
    await sql`
      insert into rule_revision (rule_id, name, description, criteria, options, author, at)
      select id, name, description, criteria, options, author, updated_at from rule
      where revision_id = 0 and platform = any(${fresh})
      order by id`.execute(trx)
    await sql`
      update rule set revision_id = rule_revision.id from rule_revision
      where rule_revision.rule_id = rule.id and rule.revision_id = 0 and platform = any(${fresh})`.execute(trx)
  })
}
