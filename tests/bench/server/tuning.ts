// Recall and precision on AMLSim before and after tuning without labels. npm run bench -- tuning [--json].
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Criteria } from '#contract/model/rules/rule.ts'
import { readAmlsim, DEFAULT_START } from '#server/import/amlsim.ts'
import { DEFAULT_RULES } from '#server/monitoring/default-rules.ts'
import { detect, type Hit } from '#server/monitoring/detect.ts'
import { storeCustomers, storeTransactions } from '#server/monitoring/ingestion/store-transactions.ts'
import { triedRule, type ActiveRule } from '#server/monitoring/active-rules.ts'
import type { Store } from '#server/store/pool.ts'
import type { Report } from '#tests/bench/report.ts'
import { withDatabase } from './payments.ts'
import { row, type Row } from './row.ts'

const FOLDER = '../shared/data/amlsim-20k'
const PLATFORM = 'uat'
const DAY = 86_400_000
/** What a desk can look at: a rule may speak on this part of the accounts that were active. */
const BUDGET = 0.02
const AMOUNTS = [100_000, 50_000, 25_000, 15_000, 5000, 2500, 1000, 500, 250, 200, 150]

/**
 * The parameter of each type that is tuned, and its values beside the default one, which the rest of the rule keeps; the
 * less of each, the looser the rule. `past`: days that have to lie behind an account before the rule can speak of it.
 */
const LADDERS: Record<string, { name: string; values: readonly number[]; past?: number }> = {
  limit_transaction: { name: 'limit', values: AMOUNTS },
  threshold_breakdown: { name: 'limit', values: AMOUNTS },
  summary_amount_transaction: { name: 'total', values: [10_000, ...AMOUNTS.filter((amount) => amount !== 25_000)] },
  account_velocity: { name: 'maxTransactions', values: [30, 20, 15, 8, 6, 5, 4, 3, 2] },
  significant_deposit: { name: 'amount', values: [25_000, 10_000, 5000, 1000, 500, 250, 100] },
  repeated_transaction: { name: 'repeatedCount', values: [8, 6, 5, 4, 2] },
  multiple_senders: { name: 'maxSenders', values: [20, 15, 10, 8, 6, 4, 3, 2] },
  // the period it looks at, and one before to compare it with
  substantial_increase: {
    name: 'amount',
    values: [100_000, 50_000, 25_000, 10_000, 5000, 2500, 500, 250, 100],
    past: 60,
  },
  transit_transaction: { name: 'amount', values: [50_000, 25_000, 10_000, 2500, 1000, 500, 250, 100] },
}

interface Variant {
  type: string
  value: number
  isDefault: boolean
  rule: ActiveRule
}

function variants(): Variant[] {
  const all: Variant[] = []
  for (const { criteria, ...rest } of DEFAULT_RULES) {
    const [type = ''] = Object.keys(criteria)
    const ladder = LADDERS[type]
    if (!ladder) continue
    const usual = Number(criteria[type]?.[ladder.name])
    for (const value of [usual, ...ladder.values].toSorted((a, b) => b - a)) {
      const own = { ...criteria[type], [ladder.name]: value }
      const body = { ...rest, platform: PLATFORM, criteria: { [type]: own } as Criteria }
      all.push({ type, value, isDefault: value === usual, rule: triedRule(body, String(all.length + 1)) })
    }
  }
  return all
}

/** Whom each variant speaks of, by what is in a stretch of time. */
async function flagged(
  { db }: Store,
  all: readonly Variant[],
  from: Date,
  to: Date,
): Promise<Map<string, Set<string>>> {
  const rules = all.map(({ rule }) => rule)
  const hits: Hit[] = await db
    .transaction()
    .execute((tx) => detect(tx, rules, { platform: PLATFORM, where: sql`t.at between ${from} and ${to}`, from, to }))
  const by = new Map<string, Set<string>>(rules.map(({ id }) => [id, new Set()]))
  for (const { rule, account } of hits) by.get(rule.id)?.add(account)
  return by
}

export async function measure(): Promise<Report> {
  const title = `Default rules on AMLSim, tuned to speak on at most ${BUDGET * 100} % of active accounts each`
  if (!existsSync(FOLDER)) return { title, rows: [], notes: [`Skipped: ${FOLDER} is not there.`] }
  const data = await readAmlsim(FOLDER, new Date(`${DEFAULT_START}T00:00:00Z`))
  const paid = data.placed.map(({ transaction }) => transaction).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const at = (n: number) => paid[n]?.at ?? new Date(0)
  const half = Math.floor(paid.length / 2)
  const accountsOf = (some: typeof paid) =>
    new Set(some.flatMap(({ customer, counterparty }) => [customer.id, counterparty.account?.id ?? customer.id]))
  return withDatabase(async (store) => {
    await storeCustomers(store.db, PLATFORM, data.customers)
    for (let n = 0; n < paid.length; n += 20_000) {
      await storeTransactions(store.db, PLATFORM, paid.slice(n, n + 20_000), new Date())
    }
    await sql`vacuum analyze`.execute(store.db)
    const all = variants()
    // the half that is tuned on: how many a variant speaks of, and nothing else
    const spans = new Map<string, { from: number; to: number }>()
    for (const payment of paid.slice(0, half)) {
      const to = payment.at.getTime()
      for (const id of accountsOf([payment])) spans.set(id, { from: spans.get(id)?.from ?? to, to })
    }
    // most accounts are younger there than they will be: the budget is of those that a rule can speak of already
    const mostOf = (type: string) => {
      const past = (LADDERS[type]?.past ?? 0) * DAY
      return BUDGET * [...spans.values()].filter(({ from, to }) => to - from >= past).length
    }
    const tuning = await flagged(store, all, at(0), at(half - 1))
    const chosen = new Map<string, Variant>()
    // from strict to loose: the loosest within the budget, or the strictest where none is
    for (const one of all) {
      const count = tuning.get(one.rule.id)?.size ?? 0
      if (!chosen.has(one.type) || count <= mostOf(one.type)) chosen.set(one.type, one)
    }
    // the other half: the labels come in only here
    const judged = await flagged(store, all, at(half), at(paid.length - 1))
    const active = accountsOf(paid.slice(half))
    const marked = new Set([...data.marked].filter((id) => active.has(id)))
    const told = (some: ReadonlySet<string>) => {
      const found = [...some].filter((id) => marked.has(id)).length
      const precision = some.size === 0 ? '-' : `${((100 * found) / some.size).toFixed(1)} %`
      return `${some.size} flagged, precision ${precision}, recall ${((100 * found) / marked.size).toFixed(1)} %`
    }
    const rows: Row[] = [...chosen].map(([type, { value, isDefault, rule }]) => {
      const before = all.find((one) => one.type === type && one.isDefault)
      const spoken = tuning.get(rule.id)?.size ?? 0
      const what = isDefault
        ? `${type}: as it was`
        : `${type}: ${LADDERS[type]?.name} ${value}${spoken > mostOf(type) ? ', over the budget' : ''}`
      return row(what, told(judged.get(rule.id) ?? new Set()), {
        against: told(judged.get(before?.rule.id ?? '') ?? new Set()),
      })
    })
    const any = (some: readonly Variant[]) => new Set(some.flatMap(({ rule }) => [...(judged.get(rule.id) ?? [])]))
    const before = any(all.filter(({ isDefault }) => isDefault))
    return {
      title,
      rows: [...rows, row('any rule', told(any([...chosen.values()])), { against: told(before) })],
      notes: [
        `Tuned on the first half of the transfers, without labels; measured on the second, where ${marked.size} of ${active.size} accounts are marked (${((100 * marked.size) / active.size).toFixed(1)} %).`,
        '`measured` is after, `against` before; an account is flagged when an alert speaks of it.',
      ],
    }
  })
}
