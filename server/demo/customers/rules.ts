/** Rules on accounts, which are evaluated when the profile of a customer changes. */
import { sql, type Kysely } from 'kysely'
import { ruleTypeOf } from '#contract/model/rules/conditions/rule-type.ts'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { Random } from '#server/demo/random.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'

interface Subject {
  name: string
  country: string | null
}

/** A rule, and the texts of its alerts. */
interface AccountRule {
  name: string
  description: string
  criteria: Criteria
  options?: RuleOptions
  tell: (random: Random, subject: Subject) => { text: string; facts: { label: string; saw: string; allows: string }[] }
}

export const ACCOUNT_RULES: readonly AccountRule[] = [
  {
    name: 'Potential sanctions match',
    description: 'The name of the customer matches a sanctions list entry with a score of 85 or more.',
    criteria: { infolaft_sanction: { ratio: 85 } },
    options: {
      procedures: [
        { id: '1', text: 'Compare date of birth and citizenship with the entry.' },
        { id: '2', text: 'Search the name in adverse media.' },
        { id: '3', text: 'Ask for a second document where the two agree.' },
      ],
    },
    tell(random, { name }) {
      const ratio = random.int(85, 97)
      const text = `Potential match: “${name}” / list entry, score ${ratio}`
      return { text, facts: [{ label: 'Match score', saw: String(ratio), allows: 'less than 85' }] }
    },
  },
  {
    name: 'Signed in far from home',
    description: 'Used from another country than the customer lives in, more than 500 km away.',
    criteria: { ip_different_from_account: { distance: 500, customerCountries: [] } },
    tell(random, { country }) {
      const distance = random.int(600, 9400)
      const text = `Signed in ${distance.toLocaleString('en')} km from ${country ?? 'home'}`
      return { text, facts: [{ label: 'Distance, km', saw: String(distance), allows: '500' }] }
    },
  },
  {
    name: 'Shared home address',
    description: 'Three or more customers moved to one home address.',
    criteria: { multi_parties_address: { addressType: 'home', repeatedCount: 3 } },
    tell(random) {
      const count = random.int(3, 9)
      const text = `${count} customers at the new address`
      return { text, facts: [{ label: 'Customers', saw: String(count), allows: 'fewer than 3' }] }
    },
  },
  {
    name: 'Dealings with high-risk countries',
    description: 'A quarter or more of the last 30 days with countries on the FATF call-for-action list.',
    criteria: { high_risk_transactionality: { countries: ['IR', 'KP', 'MM'], percentTransactions: 25, period: 30 } },
    tell(random) {
      const share = random.int(25, 70)
      const text = `${share} % of transactions in 30 days involve high-risk countries`
      return { text, facts: [{ label: 'Share of transactions, %', saw: String(share), allows: 'less than 25' }] }
    },
  },
  {
    name: 'Personal account used for business',
    description: 'A personal account whose stated activity changed to trade.',
    criteria: { permission_transaction: { accountType: 'personal' } },
    tell(random) {
      const activity = random.pick(['online shop', 'taxi fleet', 'catering', 'ticket resale'])
      const text = `Stated activity changed to “${activity}”`
      return { text, facts: [{ label: 'Activity', saw: activity, allows: 'private' }] }
    },
  },
]

/** Adds these rules to platforms without rules on accounts, each with its first revision. Safe to repeat. */
export async function seedAccountRules(db: Kysely<Database>, platforms: readonly string[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('rule').select('platform').distinct().where('area', '=', 'account').execute()
    const fresh = platforms.filter((platform) => !known.some((row) => row.platform === platform))
    const rows = fresh.flatMap((platform) =>
      ACCOUNT_RULES.map(({ name, description, criteria, options }) => ({
        platform,
        name,
        description,
        area: 'account',
        type: ruleTypeOf({ criteria, options: options ?? {} }),
        criteria,
        options: { trigger_event: 'customer_update', ...options },
        revision_id: 0,
        author: 'docket',
        updated_at: now,
      })),
    )
    await insertRows(tx, 'rule', rows)
    await sql`
      with revision as (
        insert into rule_revision (rule_id, name, description, criteria, options, author, at)
        select id, name, description, criteria, options, author, updated_at from rule
        where revision_id = 0 and area = 'account' and platform = any(${fresh}) order by id
        returning id, rule_id
      )
      update rule set revision_id = revision.id from revision where revision.rule_id = rule.id`.execute(tx)
  })
}
