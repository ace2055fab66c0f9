// Ingestion with fifty live rules, of every type, against the goal. npm run bench -- ingestion [--json].
import { sql } from 'kysely'
import type { Aggregate, ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import type { ConditionFactId } from '#contract/model/rules/conditions/facts-and-keys.ts'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { IngestResult } from '#server/monitoring/ingestion/ingest.ts'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import type { Store } from '#server/store/pool.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { storeList, withdrawOthers } from '#server/screening/store-list.ts'
import { screenAll } from '#server/screening/screen-parties.ts'
import { round, type Report } from '#tests/bench/report.ts'
import { readPeople } from '#tests/bench/screening/folder.ts'
import { manyEntries, publishedList } from '#tests/bench/screening/measure.ts'
import { atWork, makePast, PARTIES, PLATFORM, paymentOf, withDatabase } from './payments.ts'
import { row } from './row.ts'

const GOAL = 5000
const BATCH = 20_000
const BATCHES = 3
/** Entries of the large list. */
const ENTRIES = 20_000
/** Payments that are there before: what rules look back on. */
const PAST = 200_000

/** Fifty rules: each type in variants, with thresholds that some payments meet and most do not. */
const RULES: readonly Criteria[] = [
  ...[9000, 12_000, 20_000, 50_000].map((limit) => ({ limit_transaction: { limit: String(limit) } })),
  { permission_transaction: { accountType: 'business' }, limit_transaction: { limit: '9500' } },
  ...[3000, 6000].map((amount) => ({ significant_deposit: { amount: String(amount), ratio: 8, period: 30 } })),
  ...[1, 2, 7, 14, 30].map((period) => ({ account_velocity: { maxTransactions: 20 + 10 * period, period } })),
  ...['hawala', 'ransom', 'weapons'].map((word) => ({ prohibited_keyword: { keywords: [word, `${word} fee`] } })),
  ...['Shell Bank', 'DEUTDEFF'].map((bank) => ({ bank_identification: { keywords: [bank] } })),
  ...[1, 2, 5].map((period) => ({ transit_transaction: { amount: '9000', percentTransactions: 90, period } })),
  ...['KP', 'IR', 'MM'].map((country) => ({ ip_prohibited_country: { countries: [country] } })),
  ...[1000, 6000].map((distance) => ({ ip_different_from_account: { distance, customerCountries: [] } })),
  ...[20, 40].map((percentTransactions) => ({
    high_risk_transactionality: { countries: ['IR', 'KP'], percentTransactions, period: 30 },
  })),
  ...[1, 3, 7, 30].map((period) => ({ summary_amount_transaction: { total: String(20_000 + 8000 * period), period } })),
  ...[2, 5].map((percentDisputes) => ({ high_disputes: { percentDisputes, maxTransactions: 20, period: 30 } })),
  ...['home', 'business', 'ip'].map((addressType) => ({ multi_parties_address: { addressType, repeatedCount: 5 } })),
  ...[3, 7, 14].map((period) => ({ multiple_senders: { maxSenders: 10 + period, period } })),
  ...[7, 14, 30].map((period) => ({ repeated_transaction: { repeatedCount: 6, amountRate: 1, period } })),
  ...[10, 30].map((period) => ({ substantial_increase: { ratio: 6, amount: '15000', period } })),
  ...[1, 2, 3].map((period) => ({ threshold_breakdown: { limit: '10000', repeatedCount: 3, period } })),
  ...[85, 95].map((ratio) => ({ infolaft_sanction: { ratio } })),
  ...[500, 900].map((maxSpeed) => ({ CrossCountryAtmUsage: { maxSpeed, period: 1 } })),
  ...[500, 2000].map((distance) => ({ CardActivationIpMismatch: { distance, inactivePeriod: 30 } })),
]

const facts = (node: ConditionNode): BenchRule => ({ criteria: {}, conditions: node })
const from = (value: number): ConditionNode => ({
  left: { field: 'transactionUsdAmount' },
  is: 'gte',
  right: { value },
})
const fact = (id: ConditionFactId, is: 'gt' | 'gte', value: number): ConditionNode => ({
  left: { fact: id },
  is,
  right: { value },
})
const total = (within: number, by: Aggregate['by'] = ['customer']): Aggregate => ({
  measure: 'sum',
  direction: 'both',
  within,
  by,
  including: true,
})

/** Twenty rules over facts: the amounts from which they look are those of most such rules, and two look at every payment. */
const FACT_RULES: readonly BenchRule[] = [
  ...[1000, 2000, 3000].map((value) => facts({ all: [from(value), fact('amount.zScore', 'gte', 4)] })),
  ...[1000, 2000].map((value) => facts({ all: [from(value), fact('amount.percentile', 'gte', 99)] })),
  ...[4000, 5000].map((value) =>
    facts({ all: [from(value), { left: { fact: 'counterparty.earlier' }, is: 'isNew' }] }),
  ),
  ...[4000, 5000].map((value) => facts({ all: [from(value), { left: { fact: 'ipCountry.earlier' }, is: 'isNew' }] })),
  facts({ all: [from(500), fact('activity.outgoingRatio', 'gt', 3)] }),
  facts({ all: [from(500), fact('activity.incomingRatio', 'gt', 3)] }),
  facts({ all: [from(1000), fact('customer.risk', 'gte', 70)] }),
  facts({ all: [from(1000), fact('customer.openAlerts', 'gte', 3)] }),
  facts({ all: [from(1000), fact('customer.strs', 'gte', 1)] }),
  facts({ all: [from(2000), fact('sanctions.open', 'gte', 1)] }),
  ...[5, 30].map((within) =>
    facts({ all: [from(1000), { left: { aggregate: total(within) }, is: 'gte', right: { value: 40_000 } }] }),
  ),
  facts({ left: { aggregate: total(7, ['customer', 'counterparty']) }, is: 'gte', right: { value: 25_000 } }),
  facts({
    left: { aggregate: { ...total(7, ['ip']), measure: 'distinct', of: 'customer' } },
    is: 'gte',
    right: { value: 5 },
  }),
  facts({
    all: [from(4000), { left: { aggregate: { ...total(180), measure: 'count', including: undefined } }, is: 'isNew' }],
  }),
]

interface BenchRule {
  criteria: Criteria
  conditions?: ConditionNode
}
const PLAIN: readonly BenchRule[] = RULES.map((criteria) => ({ criteria }))
/** As many rules, with twenty of them over facts. */
const MIXED: readonly BenchRule[] = [...PLAIN.slice(0, RULES.length - FACT_RULES.length), ...FACT_RULES]

async function addRules({ db }: Store, rules: readonly BenchRule[]): Promise<void> {
  const rows = rules.map(({ criteria, conditions }, n) => ({
    platform: PLATFORM,
    name: `Rule ${n}`,
    description: '',
    area: 'transaction',
    type: Object.keys(criteria)[0] ?? 'conditions',
    criteria,
    options: { action: 'alert', trigger_event: 'transaction', ...(conditions && { conditions }) },
    revision_id: 1,
    author: 'bench',
    stage: 'live',
  }))
  await insertRows(db, 'rule', rows)
}

/** The lists that the parties of payments are screened against. */
interface Screening {
  what: string
  /** Puts lists in force, or takes them out, once the past is there. */
  prepare: (store: Store) => Promise<void>
  /** Takes a payment's counterparty for somebody else. */
  namedAs?: (n: number, name: string) => string
}

const USUAL: Screening = { what: 'the made-up list', prepare: async () => {} }
const NOW = new Date('2026-07-01T00:00:00Z')

async function ingest({ prepare, namedAs }: Screening, used: readonly BenchRule[] = PLAIN) {
  return withDatabase(async (store) => {
    await addRules(store, used)
    await makePast(store, PAST)
    await prepare(store)
    const payments = Array.from({ length: BATCH * (BATCHES + 1) }, (_, n) => {
      const payment = paymentOf(n)
      const { counterparty } = payment
      if (!namedAs || !counterparty || counterparty.account) return payment
      return { ...payment, counterparty: { ...counterparty, name: namedAs(n, counterparty.name) } }
    })
    const options = { platform: PLATFORM, now: NOW, batchSize: BATCH }
    // the first fills the caches of both
    await ingestAll(store.db, payments.slice(0, BATCH), options)
    let sum: Pick<IngestResult, 'alerts' | 'cases' | 'leftOut'> = { alerts: 0, cases: 0, leftOut: [] }
    const spent = await atWork(store, async () => {
      sum = await ingestAll(store.db, payments.slice(BATCH), options)
    })
    if (sum.leftOut.length > 0) throw new Error(JSON.stringify(sum.leftOut))
    const { rows } = await sql<{ n: number }>`select count(distinct rule_id)::int as n from alert`.execute(store.db)
    return { ...sum, spent, rate: (BATCH * BATCHES) / spent.seconds, rules: rows[0]?.n ?? 0 }
  })
}

/** Without a list, and against 20,000 entries: payees that were screened before, and one in ten who was not. */
async function screenings(folder: string): Promise<Screening[]> {
  const names = readPeople(folder, 'strangers-us.csv').flatMap(({ names: [name] }) => name ?? [])
  const entries = manyEntries(await publishedList(folder), names, ENTRIES)
  const words = names.map((name) => name.split(' '))
  const stranger = (n: number) =>
    `${words[n % words.length]?.[0] ?? ''} ${words[(n * 11 + 1) % words.length]?.at(-1) ?? ''} ${n}`
  const prepare = async ({ db }: Store) => {
    await storeList(db, { source: 'bench', name: 'Bench', digest: 'bench', entries, unusable: [] }, NOW)
    await screenAll(db, NOW)
  }
  return [
    {
      what: 'no list',
      prepare: async ({ db }) => {
        await withdrawOthers(db, [], NOW)
      },
    },
    { what: `${ENTRIES} entries, payees known`, prepare },
    {
      what: `${ENTRIES} entries, one payee in ten new`,
      prepare,
      namedAs: (n, name) => (n % 10 === 0 ? stranger(n) : name),
    },
  ]
}

/** `pairs`: a folder with names, as for `screening`; with it ingestion is measured against other lists too. */
export async function measure({ pairs: folder }: { pairs?: string } = {}): Promise<Report> {
  const { spent, rate, alerts, cases, rules } = await ingest(USUAL)
  const paid = BATCH * BATCHES
  const rows = [
    row('payments a second, by the clock', String(Math.round(rate)), { goal: `>= ${GOAL}`, kept: rate >= GOAL }),
    row('payments a second of CPU, Node and PostgreSQL', String(Math.round(paid / (spent.node + spent.postgres)))),
    row('CPU in Node', `${round(spent.node)} s`),
    row('CPU in PostgreSQL', `${round(spent.postgres)} s`),
    row('alerts', String(alerts), { against: `${cases} cases` }),
    row('rules that spoke', String(rules), { against: `${RULES.length}` }),
  ]
  const mixed = await ingest(USUAL, MIXED)
  rows.push(
    row(`payments a second, ${FACT_RULES.length} of the rules over facts`, String(Math.round(mixed.rate)), {
      against: `${Math.round(paid / (mixed.spent.node + mixed.spent.postgres))} of CPU; ${mixed.rules} of ${MIXED.length} spoke`,
      goal: `>= ${GOAL}`,
      kept: mixed.rate >= GOAL,
    }),
  )
  for (const screening of folder === undefined ? [] : await screenings(folder)) {
    const other = await ingest(screening)
    const busy = other.spent.node + other.spent.postgres
    rows.push(
      row(`payments a second, ${screening.what}`, String(Math.round(other.rate)), {
        against: `${Math.round(paid / busy)} of CPU`,
        goal: `>= ${GOAL}`,
        kept: other.rate >= GOAL,
      }),
    )
  }
  return {
    title: `Ingestion of ${paid} payments in batches of ${BATCH}, ${RULES.length} live rules, ${PAST} payments before`,
    rows,
    notes: [
      `${PARTIES} customers, one in ten pays another of them; the sanctions list is ${USUAL.what}, unless a row says another.`,
      'A batch is stored while the one before is judged; by the clock is what others leave of the machine.',
    ],
  }
}
