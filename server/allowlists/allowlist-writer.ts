/** The only place where allowlists are created, changed and deleted, each with a version and an audit entry. */
import type { Transaction } from 'kysely'
import { allowlistToSave, type Allowlist, type AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { Rule } from '#contract/model/rules/rule.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hold, refuseHeld, returnOpen } from '#server/four-eyes/request-approval.ts'
import { refuseFaults } from '#server/monitoring/filter/filter.ts'
import { configSets, findRule } from '#server/rules/queries.ts'
import type { Database } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'
import { faultsOfAllowlist } from './validation.ts'
import { findAllowlist, findVersion, lockAllowlist } from './queries.ts'

type Tx = Transaction<Database>
type Writer = Pick<Context, 'account' | 'origin' | 'platform' | 'now'>

const missing = (id: string) => new Refusal(404, `There is no allowlist ${id} here.`)

/** Refuses with 400 what may not be saved, each fault with its place. Only what is saved needs a reason. */
export async function checkAllowlist(
  tx: Db,
  { platform }: Pick<Writer, 'platform'>,
  body: AllowlistBody,
  { isSaved = false } = {},
): Promise<void> {
  const found = await findRule(tx, [platform], body.ruleId)
  const rule = found?.isDeleted ? undefined : found
  const customer = tx.selectFrom('customer').select('type').where('platform', '=', platform)
  const known =
    body.customerId === undefined ? undefined : await customer.where('id', '=', body.customerId).executeTakeFirst()
  const values = rule ? await configValues(tx, rule) : []
  refuseFaults([
    ...faultsOfAllowlist(body, { rule, customerType: known?.type, values }),
    ...(isSaved && body.comment.trim() === '' ? [{ place: 'comment', message: 'say why alerts are suppressed' }] : []),
  ])
}

/** The values that config sets add to a rule's lists. */
export async function configValues(
  db: Db,
  { platform, options }: Pick<Rule, 'platform' | 'options'>,
): Promise<string[]> {
  const named = options.configSets ?? []
  const sets = named.length > 0 ? await configSets(db, platform) : []
  return sets.filter(({ id }) => named.includes(id)).flatMap(({ value }) => value)
}

/**
 * Makes an allowlist with its first version. Refuses with 400 what may not be saved, each fault with its place. Where it
 * is reviewed, it is in force once a second person has approved it.
 */
export async function addAllowlist(tx: Tx, by: Writer, body: AllowlistBody, isReviewed = false): Promise<Allowlist> {
  await checkAllowlist(tx, by, body, { isSaved: true })
  const { id } = await tx
    .insertInto('allowlist')
    .values({ platform: by.platform, rule_id: body.ruleId, created_at: by.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return isReviewed ? proposeVersion(tx, by, { id, body }) : writeVersion(tx, by, { id, body, action: 'add allowlist' })
}

/** Changes an allowlist, which makes a version; 409 with the current one where it went on since `versionId`. */
export async function changeAllowlist(
  tx: Tx,
  by: Writer,
  { id, versionId, ...body }: AllowlistBody & { id: string; versionId?: string | undefined },
  isReviewed = false,
): Promise<Allowlist> {
  const before = await lockAllowlist(tx, by.platform, id)
  if (!before) throw missing(id)
  if (versionId !== undefined && versionId !== before.versionId) {
    throw new Refusal(409, `${before.author} changed the allowlist since you opened it.`, before)
  }
  if (body.ruleId !== before.ruleId) refuseFaults([{ place: 'ruleId', message: 'an allowlist stays with its rule' }])
  await refuseHeld(tx, by.platform, { kind: 'allowlist', id })
  await checkAllowlist(tx, by, body, { isSaved: true })
  if (isReviewed && !coversNoMore(body, before)) return proposeVersion(tx, by, { id, body, before })
  return writeVersion(tx, by, { id, body, action: 'change allowlist', before })
}

/** Takes an allowlist out of force; its versions stay to be read. */
export async function deleteAllowlist(tx: Tx, by: Writer, id: string): Promise<void> {
  const before = await lockAllowlist(tx, by.platform, id)
  if (!before) throw missing(id)
  await tx.updateTable('allowlist').set({ deleted_at: by.now() }).where('id', '=', id).execute()
  const object = { kind: 'allowlist', id }
  await returnOpen(tx, by, object, 'The allowlist was deleted.')
  await record(tx, by, { action: 'delete allowlist', object, version: before.versionId, before: content(before) })
}

interface Version {
  id: string
  body: AllowlistBody
  action: string
  before?: Allowlist
}

async function writeVersion(tx: Tx, by: Writer, { id, body, action, before }: Version): Promise<Allowlist> {
  const versionId = await insertVersion(tx, by, id, body)
  await tx.updateTable('allowlist').set({ version_id: versionId }).where('id', '=', id).execute()
  const after = await read(tx, by, id)
  await record(tx, by, {
    action,
    object: { kind: 'allowlist', id },
    version: versionId,
    ...(before && { before: content(before) }),
    after: content(after),
  })
  return after
}

async function insertVersion(tx: Tx, by: Writer, id: string, body: AllowlistBody): Promise<string> {
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
  return version.id
}

async function read(tx: Tx, { platform }: Writer, id: string): Promise<Allowlist> {
  const found = await findAllowlist(tx, platform, id)
  if (!found) throw missing(id)
  return found
}

/**
 * True if a change only ends the allowlist earlier, starts it later, or changes its description: it suppresses nothing
 * more.
 */
function coversNoMore(body: AllowlistBody, before: Allowlist): boolean {
  const last = (end: string | null) => end ?? '9999-12-31'
  if (body.startDate < before.startDate || last(body.endDate) > last(before.endDate)) return false
  const told = ['name', 'comment', 'startDate', 'endDate']
  return differencesOf(content(before), { ...content(before), ...contentOfBody(body) }).every(({ place }) =>
    told.includes(place),
  )
}

function contentOfBody(body: AllowlistBody) {
  const { platform: _platform, customerId = null, reportCriteria = null, filterGroups = [], ...kept } = body
  return { ...kept, customerId, reportCriteria, filterGroups }
}

interface Proposed {
  id: string
  body: AllowlistBody
  before?: Allowlist
}

/** Keeps a version that counts once a second person has approved it. */
async function proposeVersion(tx: Tx, by: Writer, { id, body, before }: Proposed): Promise<Allowlist> {
  const versionId = await insertVersion(tx, by, id, body)
  await tx.updateTable('allowlist').set({ proposed_version_id: versionId }).where('id', '=', id).execute()
  const proposed = await findVersion(tx, by.platform, versionId)
  if (!proposed) throw missing(id)
  const after = content(proposed)
  const base = before?.versionId ?? '0'
  await hold(
    tx,
    by,
    {
      kind: 'allowlist',
      object: { kind: 'allowlist', id },
      label: proposed.name,
      customerId: proposed.customerId,
      version: versionId,
      body: { base },
      reason: proposed.comment,
    },
    { ...(before && { before: content(before) }), after },
  )
  return read(tx, by, id)
}

/** The differences of a pending version. */
export async function differencesOfVersion(db: Db, platform: string, versionId: string, base: string) {
  const [proposed, before] = await Promise.all([findVersion(db, platform, versionId), findVersion(db, platform, base)])
  return differencesOf(before ? content(before) : {}, proposed ? content(proposed) : {})
}

/** Puts a proposed version into force. Refuses with 409 if the allowlist or its rule has changed. */
export async function approveVersion(
  tx: Tx,
  by: Writer,
  { id, versionId, base, note }: { id: string; versionId: string; base: string; note: string },
): Promise<void> {
  const row = await tx.selectFrom('allowlist').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.deleted_at) throw new Refusal(409, 'The allowlist was deleted.')
  if (row.version_id !== base || row.proposed_version_id !== versionId) {
    throw new Refusal(409, 'The allowlist went on since this was proposed.')
  }
  const before = base === '0' ? undefined : await findVersion(tx, by.platform, base)
  const proposed = await findVersion(tx, by.platform, versionId)
  if (!proposed) throw missing(id)
  await checkAllowlist(tx, by, allowlistToSave(proposed))
  await tx
    .updateTable('allowlist')
    .set({ version_id: versionId, proposed_version_id: null })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('allowlist_version')
    .set({ approved_by: by.account.id, approved_at: by.now(), approval_note: note })
    .where('id', '=', versionId)
    .execute()
  await record(tx, by, {
    action: 'approve allowlist',
    object: { kind: 'allowlist', id },
    version: versionId,
    ...(before && { before: content(before) }),
    after: content(proposed),
    note,
  })
}

/** Returns a version; an allowlist that was never in force is deleted. */
export async function returnVersion(
  tx: Tx,
  by: Writer,
  { id, versionId, base, note }: { id: string; versionId: string; base: string; note: string },
): Promise<void> {
  await tx
    .updateTable('allowlist')
    .set({ proposed_version_id: null, ...(base === '0' && { deleted_at: by.now() }) })
    .where('id', '=', id)
    .execute()
  await record(tx, by, { action: 'return allowlist', object: { kind: 'allowlist', id }, version: versionId, note })
}

function content(allowlist: Allowlist) {
  const { name, comment, customerType, customerId, ignoreCriteria, startDate, endDate, ...rest } = allowlist
  const { ruleCriteria, reportCriteria, filterGroups, ruleId } = rest
  const kept = { name, comment, customerType, customerId, ignoreCriteria, startDate, endDate, ruleId }
  return { ...kept, ruleCriteria, reportCriteria, filterGroups }
}
