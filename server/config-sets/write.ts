/** Changes of a config set: at once, or, where rules name it under four eyes on rules, once a second person approves. */
import type { Transaction } from 'kysely'
import type { ConfigSet, ConfigSetBody } from '#contract/model/config-set.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { DECIDED_OTHERWISE, hold, returnOpen, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import { refuseFaults } from '#server/monitoring/filter/filter.ts'
import { faultsOfValues } from '#server/rules/validation.ts'
import { configSets as configSetsOf } from '#server/rules/queries.ts'
import type { Database } from '#server/schema/database.ts'
import { bodiesWithConfigSet, findConfigSet } from './queries.ts'

type Tx = Transaction<Database>
type Content = Pick<ConfigSet, 'name' | 'comment' | 'value'>

const objectOf = ({ id }: Pick<ConfigSet, 'id'>) => ({ kind: 'config set', id: String(id) })
export const shown = ({ name, comment, value }: Content): Content => ({ name, comment, value })

/** Names of rules, for a sentence. */
export const namesOf = ({ rules = [] }: ConfigSet) => rules.map(({ name }) => name)

/** The stored body; blank and repeated values are dropped. */
export function toRow({ name, comment, value }: ConfigSetBody): Content {
  return { name, comment, value: [...new Set(value.map((one) => one.trim()))].filter((one) => one !== '') }
}

/** True if other values need a second person. Refuses with 400 values with which a rule that names the set could not run. */
export async function needsSecond(tx: Tx, context: Context, before: ConfigSet, value: string[]): Promise<boolean> {
  if (namesOf(before).length === 0 || isSameValue(value, before.value)) return false
  await refuseUnfit(tx, context, before, value)
  return context.config.fourEyes.includes('rules')
}

async function refuseUnfit(tx: Tx, { platform }: Context, { id }: ConfigSet, value: string[]): Promise<void> {
  const known = new Map((await configSetsOf(tx, platform)).map((set) => [set.id, set.value]))
  const users = await bodiesWithConfigSet(tx, platform, String(id))
  refuseFaults(faultsOfValues(users, { configSets: known }, { id: String(id), value }))
}

/** Keeps a change for a second person, with its name and comment; the set stays as it is. */
export async function proposeValues(tx: Tx, context: Context, before: ConfigSet, after: Content): Promise<void> {
  await hold(tx, context, {
    kind: 'configSet',
    object: objectOf(before),
    label: before.name,
    version: before.version ?? 0,
    body: { before: shown(before), after, rules: namesOf(before).join(', ') },
    reason: after.comment,
  })
}

/** Writes a change that its caller may make; the caller holds the set. */
export async function writeValues(
  tx: Tx,
  context: Context,
  before: ConfigSet,
  after: Content,
  entry: { action: string; note?: string; proposedBy?: string },
): Promise<void> {
  const { action, note, proposedBy } = entry
  const version = (before.version ?? 0) + 1
  await returnOpen(tx, context, objectOf(before), DECIDED_OTHERWISE)
  await tx
    .updateTable('config_set')
    .set({ ...after, updated_at: context.now(), version })
    .where('id', '=', String(before.id))
    .execute()
  await record(tx, context, {
    action,
    object: objectOf(before),
    version,
    before: shown(before),
    after: { ...after, ...(proposedBy !== undefined && { proposedBy }) },
    note: note ?? null,
  })
}

/** Puts proposed values in force. Refuses with 409 where the set has changed, or a rule could not run with them. */
export async function approveConfigSet(tx: Tx, context: Context, held: LockedApproval, note: string): Promise<void> {
  const before = await findConfigSet(tx, context.platform, held.object_id, { lock: true })
  if (!before || String(before.version) !== held.version) {
    throw new Refusal(409, 'The set was changed since this was proposed.')
  }
  const { after } = held.body as unknown as { after: Content }
  await refuseUnfit(tx, context, before, after.value)
  await writeValues(tx, context, before, after, { action: 'approve config set', note, proposedBy: held.author })
}
