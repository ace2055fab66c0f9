/** Decisions on stacks of alike cases and alerts: only after as many were looked at as the platform asks, and which is on record. */
import { sql } from 'kysely'
import { riskBand } from '#contract/model/cases/fold.ts'
import {
  NO_REPORT,
  samplesNeeded,
  STACK_MAX,
  type StackDecision,
  type StackSampling,
} from '#contract/model/cases/stacks.ts'
import type { Config } from '#server/core/config.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tx } from '#server/ops/effect.ts'
import { policyValues } from '#server/policies/values.ts'
import { ratesOf } from '#server/quality/settings.ts'
import { hadStr, isId, isUuid, type Db } from '#server/store/sql.ts'

/** How much of a stack is looked at before it is decided. */
export async function samplingOn(db: Db, about: { platform: string; config: Config }): Promise<StackSampling> {
  const { stackSampling: share, stackSamplingLeast: least } = await policyValues(db, about, [
    'stackSampling',
    'stackSamplingLeast',
  ])
  const ofRules = (await ratesOf(db, about.platform)).filter(({ scope }) => scope === 'rule')
  return { share, rules: Object.fromEntries(ofRules.map(({ key, rate }) => [key, rate])), least }
}

type Kind = 'alert' | 'case'

/** A row that is decided with a stack, under its lock. */
interface Decided {
  kind: Kind
  platform: string
  id: string
  isStopped: boolean
  /** The decision is an STR or a SAR. */
  isReported: boolean
}

const IN_COMMON = {
  customer: 'the same rules and customer',
  facts: 'the same rules, customer type and risk level',
} as const

/** Refuses a decision on one of a stack that the policy does not allow; counts the row where it does. */
export async function checkStack(tx: Tx, context: Acting, row: Decided, stack: StackDecision): Promise<void> {
  const { id, size, by } = stack
  const { kind, platform } = row
  const looked = [...new Set(stack.looked)].toSorted()
  if (!isUuid(id)) throw new Refusal(400, 'stack.id: is not a UUID')
  const isSize = Number.isInteger(size) && size >= 2 && size <= STACK_MAX && looked.length <= size
  if (!isSize) throw new Refusal(400, `stack.size: from 2 to ${STACK_MAX}, and no fewer than were looked at`)
  if (row.isStopped) throw new Refusal(422, 'A hard stop is not decided with a stack: decide it by itself.')
  if (row.isReported) throw new Refusal(422, NO_REPORT)
  const rows = await readRows(tx, row, [row.id, ...looked])
  const own = rows.get(row.id)
  if (!own) throw new Error(`${kind} ${row.id} is locked, and is not there`)
  if (own.had_str) {
    throw new Refusal(422, `An STR of the customer is on record since: this ${kind} is not decided with a stack.`)
  }
  const sharedOf = ({ rules, customer, type, risk }: Row) =>
    [...rules, by, by === 'customer' ? customer : `${type} ${riskBand(risk ?? Number.NaN)}`].join(' ')
  const shared = sharedOf(own)
  const isAlike = (one: string) => {
    const other = rows.get(one)
    return other !== undefined && sharedOf(other) === shared
  }
  if (!looked.every(isAlike))
    throw new Refusal(422, `Not all that were reviewed have ${IN_COMMON[by]} as this ${kind}.`)
  const missing = samplesNeeded(size, own.rules, await samplingOn(tx, context)) - looked.length
  if (missing > 0)
    throw new Refusal(422, `Review ${missing} more of the ${size} first: the sampling policy asks for it.`)
  const counted = await sql<{ id: string }>`
    insert into stack_decision as s (id, platform, kind, shared, author, size, looked, rows, at)
    values (${id}, ${platform}, ${kind}, ${shared}, ${context.account.id}, ${size}, ${looked}::text[],
      array[${row.id}], ${context.now()})
    on conflict (id) do update
      set rows = case when ${row.id} = any(s.rows) then s.rows else s.rows || ${row.id}::text end
    where (${row.id} = any(s.rows) or cardinality(s.rows) < s.size)
      and (s.platform, s.kind, s.shared, s.author, s.size, s.looked)
        = (excluded.platform, excluded.kind, excluded.shared, excluded.author, excluded.size, excluded.looked)
    returning id`.execute(tx)
  if (counted.rows.length === 0)
    throw new Refusal(422, `More ${kind}s than the ${size} of the stack, or another stack.`)
}

/** The properties that rows of a stack may share. */
interface Row {
  id: string
  /** Of all its alerts, whatever became of them: the same before and after a decision. */
  rules: string[]
  customer: string
  type: string
  risk: number | null
  had_str: boolean
}

async function readRows(tx: Tx, { kind, platform }: Decided, ids: readonly string[]): Promise<Map<string, Row>> {
  const query =
    kind === 'case'
      ? sql<Row>`
        select c.id, coalesce((select array_agg(distinct a.rule_id::text order by a.rule_id::text) from alert a
            where a.platform = c.platform and a.case_id = c.id), '{}') as rules,
          c.customer_id as customer, c.customer_type as type, r.score as risk, ${hadStr('c')} as had_str
        from monitoring_case c
        left join customer_risk r on r.platform = c.platform and r.customer_id = c.customer_id
        where c.platform = ${platform} and c.id = any(${ids}::text[])`
      : sql<Row>`
        select a.id::text as id, array[a.rule_id::text] as rules, a.customer_id as customer,
          coalesce(c.type, 'personal') as type, r.score as risk, ${hadStr('a')} as had_str
        from alert a
        left join customer c on c.platform = a.platform and c.id = a.customer_id
        left join customer_risk r on r.platform = a.platform and r.customer_id = a.customer_id
        where a.platform = ${platform} and a.kind = 'account' and a.id = any(${ids.filter(isId)}::bigint[])`
  const { rows } = await query.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
