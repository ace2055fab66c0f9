/** The values of policies that are data. */
import type { Transaction } from 'kysely'
import type { ListedPolicy, PolicyField, PolicyValue } from '#contract/model/policy.ts'
import { fitsField, policyValueText } from '#contract/model/policy.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import type { Config } from '#server/core/config.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { personOf, type Db } from '#server/store/sql.ts'
import type { PolicySource } from './source.ts'
import { DATA_POLICIES, type DataPolicy, type DataPolicyId, type PolicyValueOf } from './data-policies.ts'

interface About {
  platform: string
  config: Config
}

/** The current value on a platform. */
export async function policyValue<I extends DataPolicyId>(
  db: Db,
  { platform, config }: About,
  id: I,
): Promise<PolicyValueOf<I>> {
  return (await policyValues(db, { platform, config }, [id]))[id]
}

/** The current values of several policies, in one read. */
export async function policyValues<I extends DataPolicyId>(
  db: Db,
  { platform, config }: About,
  ids: readonly I[],
): Promise<{ [K in I]: PolicyValueOf<K> }> {
  const rows = await db
    .selectFrom('policy')
    .select(['id', 'value'])
    .where('platform', '=', platform)
    .where('id', 'in', [...ids])
    .execute()
  return Object.fromEntries(
    ids.map((id) => [
      id,
      effective(
        id,
        config,
        rows.find((row) => row.id === id),
      ),
    ]),
  ) as { [K in I]: PolicyValueOf<K> }
}

/** A value that the policy takes no more counts as none. */
function effective(id: DataPolicyId, config: Config, row: { value: PolicyValue } | undefined): PolicyValue {
  const { field, fallback } = DATA_POLICIES[id]
  return row && fitsField(field, row.value) ? row.value : fallback(config)
}

const isOurs = (id: string): id is DataPolicyId => Object.hasOwn(DATA_POLICIES, id)

async function listPolicies(db: Db, { platform, config }: About): Promise<ListedPolicy[]> {
  const rows = await db
    .selectFrom('policy as p')
    .innerJoin('account as w', 'w.id', 'p.updated_by')
    .select(['p.id', 'p.value', 'p.version', 'p.updated_at', personOf('w').as('by')])
    .where('p.platform', '=', platform)
    .execute()
  return Object.entries(DATA_POLICIES).map(([id, { group, title, text, field, fallback }]) => {
    const row = rows.find((one) => one.id === id)
    const value = row && fitsField(field, row.value) ? row.value : fallback(config)
    return {
      id,
      group,
      title,
      text,
      field,
      value,
      shown: policyValueText(field, value),
      where: null,
      isConfiguration: false,
      version: Number(row?.version ?? 0),
      changedBy: row?.by ?? null,
      changedAt: row ? toStamp(row.updated_at) : null,
    }
  })
}

interface Change {
  id: string
  value: PolicyValue
  version: number
  reason: string
}

function requireFits(id: DataPolicyId, value: PolicyValue): void {
  const { field } = DATA_POLICIES[id]
  if (!fitsField(field, value)) throw new Refusal(400, `value: ${wanted(field)}`)
}

async function needsSecond(
  tx: Transaction<Database>,
  { platform, config }: About,
  { id, value }: Pick<Change, 'id' | 'value'>,
): Promise<boolean> {
  if (!isOurs(id)) return false
  requireFits(id, value)
  const { safeguard }: DataPolicy = DATA_POLICIES[id]
  if (!safeguard || !config.fourEyes.includes(safeguard.of)) return false
  return safeguard.loosens({ from: await policyValue(tx, { platform, config }, id), to: value })
}

async function setPolicy(tx: Transaction<Database>, context: Context, { id, ...change }: Change): Promise<boolean> {
  if (!isOurs(id)) return false
  const { platform, account, now, config } = context
  const { value, version, reason } = change
  requireFits(id, value)
  const before = await policyValue(tx, { platform, config }, id)
  const fields = { value: JSON.stringify(value), updated_by: account.id, updated_at: now() }
  const written =
    version === 0
      ? await tx
          .insertInto('policy')
          .values({ platform, id, version: 1, ...fields })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await tx
          .updateTable('policy')
          .set({ ...fields, version: version + 1 })
          .where('platform', '=', platform)
          .where('id', '=', id)
          .where('version', '=', String(version))
          .executeTakeFirst()
  const count = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows
  if (count !== 1n) throw new Refusal(409, 'Somebody else changed this policy since you read it.')
  await record(tx, context, {
    action: 'change policy',
    object: { kind: 'policy', id },
    version: version + 1,
    before: { value: before },
    after: { value },
    reason,
  })
  return true
}

function wanted(field: PolicyField): string {
  if (field.kind === 'number') return `a number from ${field.min} to ${field.max}, in steps of ${field.step}`
  if (field.kind === 'choice') return `one of ${field.options.map(({ value }) => value).join(', ')}`
  return 'true or false'
}

export const dataPolicies: PolicySource = { list: listPolicies, needsSecond, set: setPolicy }
