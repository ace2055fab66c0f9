/** The one place where an allowlist comes to be, changes or goes, each with its version and its line in the audit. */
import type { Transaction } from 'kysely'
import type { Allowlist, AllowlistBody } from '#contract/model/allowlist.ts'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { faultsOfAllowlist } from '#server/policy/allowlists.ts'
import { record } from '#server/policy/audit.ts'
import { findAllowlist, lockAllowlist } from '#server/store/queries/allowlists.ts'
import { configSets, findRule } from '#server/store/queries/rules.ts'
import type { Db } from '#server/store/queries/pieces.ts'
import type { Database } from '#server/store/schema.ts'
import { refuseFaults } from './filter.ts'

type Tx = Transaction<Database>
type Writer = Pick<Context, 'account' | 'origin' | 'platform' | 'now'>

const missing = (id: string) => new Refusal(404, `There is no allowlist ${id} here.`)

/** Refuses with 400 what may not be saved, each fault with its place. */
export async function checkAllowlist(
  tx: Db,
  { platform }: Pick<Writer, 'platform'>,
  body: AllowlistBody,
): Promise<void> {
  const found = await findRule(tx, [platform], body.ruleId)
  const rule = found?.isDeleted ? undefined : found
  const customer = tx.selectFrom('customer').select('type').where('platform', '=', platform)
  const known =
    body.customerId === undefined ? undefined : await customer.where('id', '=', body.customerId).executeTakeFirst()
  const named = rule?.options.configSets ?? []
  const sets = named.length > 0 ? await configSets(tx, platform) : []
  const values = sets.filter(({ id }) => named.includes(id)).flatMap(({ value }) => value)
  refuseFaults(faultsOfAllowlist(body, { rule, customerType: known?.type, values }))
}

/** Makes an allowlist with its first version. Refuses with 400 what may not be saved, each fault with its place. */
export async function addAllowlist(tx: Tx, by: Writer, body: AllowlistBody): Promise<Allowlist> {
  await checkAllowlist(tx, by, body)
  const { id } = await tx
    .insertInto('allowlist')
    .values({ platform: by.platform, rule_id: body.ruleId, created_at: by.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return writeVersion(tx, by, { id, body, action: 'add allowlist' })
}

/** Changes an allowlist, which makes a version; 409 with the current one where it went on since `versionId`. */
export async function changeAllowlist(
  tx: Tx,
  by: Writer,
  { id, versionId, ...body }: AllowlistBody & { id: string; versionId?: string | undefined },
): Promise<Allowlist> {
  const before = await lockAllowlist(tx, by.platform, id)
  if (!before) throw missing(id)
  if (versionId !== undefined && versionId !== before.versionId) {
    throw new Refusal(409, `${before.author} changed the allowlist since you opened it.`, before)
  }
  if (body.ruleId !== before.ruleId) refuseFaults([{ place: 'ruleId', message: 'an allowlist stays with its rule' }])
  await checkAllowlist(tx, by, body)
  return writeVersion(tx, by, { id, body, action: 'change allowlist', before })
}

/** Takes an allowlist out of force; its versions stay to be read. */
export async function deleteAllowlist(tx: Tx, by: Writer, id: string): Promise<void> {
  const before = await lockAllowlist(tx, by.platform, id)
  if (!before) throw missing(id)
  await tx.updateTable('allowlist').set({ deleted_at: by.now() }).where('id', '=', id).execute()
  const object = { kind: 'allowlist', id }
  await record(tx, by, { action: 'delete allowlist', object, version: before.versionId, before: content(before) })
}

interface Version {
  id: string
  body: AllowlistBody
  action: string
  before?: Allowlist
}

async function writeVersion(tx: Tx, by: Writer, { id, body, action, before }: Version): Promise<Allowlist> {
  const { customerId = null, reportCriteria, filterGroups = [] } = body
  const version = await tx
    .insertInto('allowlist_version')
    .values({
      allowlist_id: id,
      name: body.name,
      comment: body.comment,
      customer_type: body.customerType,
      customer_id: customerId,
      ignore_criteria: body.ignoreCriteria,
      start_date: body.startDate,
      end_date: body.endDate,
      rule_criteria: JSON.stringify(body.ruleCriteria),
      report_criteria: reportCriteria ? JSON.stringify(reportCriteria) : null,
      filter_groups: JSON.stringify(filterGroups),
      author: by.account.id,
      at: by.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('allowlist').set({ version_id: version.id }).where('id', '=', id).execute()
  const after = await findAllowlist(tx, by.platform, id)
  if (!after) throw missing(id)
  await record(tx, by, {
    action,
    object: { kind: 'allowlist', id },
    version: version.id,
    ...(before && { before: content(before) }),
    after: content(after),
  })
  return after
}

function content(allowlist: Allowlist) {
  const { name, comment, customerType, customerId, ignoreCriteria, startDate, endDate, ...rest } = allowlist
  const { ruleCriteria, reportCriteria, filterGroups, ruleId } = rest
  const kept = { name, comment, customerType, customerId, ignoreCriteria, startDate, endDate, ruleId }
  return { ...kept, ruleCriteria, reportCriteria, filterGroups }
}
