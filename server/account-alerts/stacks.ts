/** Decisions on stacks of similar alerts: allowed after the sample that the platform requires, which is recorded. */
import { sql } from 'kysely'
import type { stacks } from '#contract/calls/oversight/stacks.ts'
import { samplesNeeded, STACK_MAX, type StackDecision, type StackSampling } from '#contract/model/cases/stacks.ts'
import type { LockedAlert } from '#server/cases/lock-rows.ts'
import type { Config } from '#server/core/config.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tx } from '#server/ops/effect.ts'
import { policyValues } from '#server/policies/values.ts'
import { ratesOf } from '#server/quality/policy.ts'
import { isId, isUuid, type Db } from '#server/store/sql.ts'
import { hadStr } from './queries.ts'

/** The required sample of a stack. */
export async function samplingOn(db: Db, about: { platform: string; config: Config }): Promise<StackSampling> {
  const { stackSampling: share, stackSamplingLeast: least } = await policyValues(db, about, [
    'stackSampling',
    'stackSamplingLeast',
  ])
  const ofRules = (await ratesOf(db, about.platform)).filter(({ scope }) => scope === 'rule')
  return { share, rules: Object.fromEntries(ofRules.map(({ key, rate }) => [key, rate])), least }
}

export const stacksCalls: Handlers<typeof stacks> = {
  async sampling(_, { db, platform, config }) {
    if (platform === '') throw new Refusal(400, 'platform: is missing')
    return samplingOn(db, { platform, config })
  },
}

/** Refuses a decision on one of a stack that the policy does not allow; counts it where it does. */
export async function checkStack(tx: Tx, context: Context, alert: LockedAlert, stack: StackDecision): Promise<void> {
  const { id, size } = stack
  const looked = [...new Set(stack.looked)].toSorted()
  if (!isUuid(id)) throw new Refusal(400, 'stack.id: is no UUID')
  const isSize = Number.isInteger(size) && size >= 2 && size <= STACK_MAX && looked.length <= size
  if (!isSize) throw new Refusal(400, `stack.size: from 2 to ${STACK_MAX}, and no fewer than were looked at`)
  if (alert.level === 'hardstop')
    throw new Refusal(422, 'A hard stop is not decided with a stack: decide it by itself.')
  const { rows } = await sql<{ had_str: boolean; looked: number }>`select ${hadStr('a')} as had_str,
      (select count(*)::int from alert s where s.platform = a.platform and s.kind = a.kind and s.rule_id = a.rule_id
        and s.id = any(${looked.filter(isId)}::bigint[])) as looked
    from alert a where a.id = ${alert.id}`.execute(tx)
  const [known] = rows
  if (known?.had_str) {
    throw new Refusal(422, 'An STR of the customer is on record since: this alert is not decided with a stack.')
  }
  if (known?.looked !== looked.length) throw new Refusal(422, 'stack.looked: not all are alerts of this rule.')
  const missing = samplesNeeded(size, alert.rule_id, await samplingOn(tx, context)) - looked.length
  if (missing > 0)
    throw new Refusal(422, `Review ${missing} more of the ${size} first: the sampling policy asks for it.`)
  const counted = await sql<{ decided: number }>`
    insert into stack_decision as s (id, platform, rule_id, author, size, looked, decided, at)
    values (${id}, ${alert.platform}, ${alert.rule_id}, ${context.account.id}, ${size}, ${looked}::text[], 1, ${context.now()})
    on conflict (id) do update set decided = s.decided + 1
    where s.decided < s.size and (s.platform, s.rule_id, s.author, s.size, s.looked)
      = (excluded.platform, excluded.rule_id, excluded.author, excluded.size, excluded.looked)
    returning decided`.execute(tx)
  if (counted.rows.length === 0) throw new Refusal(422, `More alerts than the ${size} of the stack, or another stack.`)
}
