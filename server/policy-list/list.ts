/** Every policy of a platform in one list, whatever keeps it. */
import { sql, type Transaction } from 'kysely'
import type { Policy, PolicyValue } from '#contract/model/policy.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  DECIDED_OTHERWISE,
  hold,
  openOfKind,
  returnOpen,
  type LockedApproval,
} from '#server/four-eyes/request-approval.ts'
import { businessHourPolicies, qualityPolicies } from './linked-policies.ts'
import { configuredPolicies } from '#server/policies/configured.ts'
import type { PolicySource } from '#server/policies/source.ts'
import { dataPolicies } from '#server/policies/values.ts'
import type { Database } from '#server/schema/database.ts'
import { thresholdPolicies } from '#server/screening/threshold-policies.ts'

type Tx = Transaction<Database>

/** The sources of the list. */
const POLICY_SOURCES: readonly PolicySource[] = [
  dataPolicies,
  thresholdPolicies,
  businessHourPolicies,
  qualityPolicies,
  configuredPolicies,
]

const objectOf = (id: string) => ({ kind: 'policy', id })

/** By group and source; editable ones first. */
export async function listPolicies({
  db,
  platform,
  config,
}: Pick<Context, 'db' | 'platform' | 'config'>): Promise<Policy[]> {
  const [pending, ...lists] = await Promise.all([
    openOfKind(db, platform, 'policy'),
    ...POLICY_SOURCES.map((source) => source.list(db, { platform, config })),
  ])
  const all = lists.flat().map((one) => ({ ...one, pending: pending.get(one.id) ?? null }))
  const groups = [...new Set(all.map(({ group }) => group))]
  return groups.flatMap((group) => all.filter((one) => one.group === group))
}

interface Change {
  value: PolicyValue
  version: number
  reason: string
}

/** Sets a policy, or keeps a value that loosens a safeguard until another administrator approves it; answers what is then. */
export async function setPolicy(context: Context, id: string, change: Change): Promise<Policy> {
  const known = (await listPolicies(context)).find((one) => one.id === id)
  if (!known) throw new Refusal(404, `There is no policy ${id} here.`)
  if (known.where !== null) {
    const how = known.isConfiguration ? `change ${known.where} and restart the server` : `change it in ${known.where}`
    throw new Refusal(409, `This is not changed here: ${how}.`)
  }
  await context.db.transaction().execute(async (tx) => {
    await lockPolicy(tx, context.platform, id)
    if (!(await needsSecond(tx, context, { id, ...change }))) return write(tx, context, id, change)
    const now = (await listPolicies({ ...context, db: tx })).find((one) => one.id === id)
    if (!now || now.version !== change.version)
      throw new Refusal(409, 'Somebody else changed this policy since you read it.')
    await hold(tx, context, {
      kind: 'policy',
      object: objectOf(id),
      label: known.title,
      version: change.version,
      body: { before: { value: now.value }, after: { value: change.value } },
      reason: change.reason,
    })
  })
  return (await listPolicies(context)).find((one) => one.id === id) ?? known
}

/** Sets a requested value once another administrator approves it. */
export async function approvePolicy(tx: Tx, context: Context, held: LockedApproval, note: string): Promise<void> {
  const { after } = held.body as unknown as { after: { value: PolicyValue } }
  await lockPolicy(tx, context.platform, held.object_id)
  await write(tx, context, held.object_id, { value: after.value, version: Number(held.version), reason: note })
}

async function needsSecond(tx: Tx, context: Context, change: Change & { id: string }): Promise<boolean> {
  for (const source of POLICY_SOURCES) if (await source.needsSecond?.(tx, context, change)) return true
  return false
}

async function write(tx: Tx, context: Context, id: string, change: Change): Promise<void> {
  // a pending request was made on the previous value
  await returnOpen(tx, context, objectOf(id), DECIDED_OTHERWISE)
  for (const source of POLICY_SOURCES) if (await source.set?.(tx, context, { id, ...change })) return
  throw new Refusal(404, `There is no policy ${id} here.`)
}

export const lockPolicy = (tx: Tx, platform: string, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`policy ${platform} ${id}`}, 0))`.execute(tx)
