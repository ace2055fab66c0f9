/**
 * The only place where rules are created, changed and deleted, each with a revision and an audit entry. Under four eyes
 * `proposals.ts` stores the action until it is approved.
 */
import type { Transaction } from 'kysely'
import { findPlatform } from '#contract/model/platform.ts'
import { ruleTypeOf } from '#contract/model/rules/conditions/rule-type.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { Rule, RuleBody } from '#contract/model/rules/rule.ts'
import type { RuleStage } from '#contract/model/values.ts'
import { record, type Entry } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { templatesOf } from '#server/helpdesk/queries.ts'
import { refuseFaults, type Fault } from '#server/monitoring/filter/filter.ts'
import type { Database } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'
import { needReason, NO_RATIONALE, type Rationale } from './evidence.ts'
import { faultsOfRule } from './validation.ts'
import { configSets, findRevision, findRule, lockRule } from './queries.ts'

type Tx = Transaction<Database>
export type Writer = Pick<Context, 'account' | 'origin' | 'platform' | 'now'>

/** The base of a change: a revision in the body, or in `If-Match`. */
export interface Expected {
  revisionId?: string | undefined
  matched?: number | undefined
}

const missing = (id: string) => new Refusal(404, `There is no rule ${id} here.`)

/** The stored content of a revision. */
export const contentOf = ({ name, description, criteria, options }: Omit<RuleBody, 'platform' | 'type' | 'stage'>) => {
  return { name, description, criteria, options }
}

/** The faults of a rule on its platform; `stored` names ticket templates that may have been deleted. */
export async function faultsNow(tx: Db, body: RuleBody, stored?: Pick<RuleBody, 'options'>): Promise<Fault[]> {
  const known = await configSets(tx, body.platform, { hold: tx.isTransaction })
  const templates = await templatesOf(tx, body.platform)
  return faultsOfRule(body, {
    configSets: new Map(known.map(({ id, value }) => [id, value])),
    ticketTemplates: new Set([...templates.map(({ id }) => id), ...(stored?.options.zohoTemplates ?? [])]),
  })
}

/** Refuses with 400 what may not be saved, each fault with its place in the body. */
export async function checkRule(
  tx: Db,
  body: RuleBody,
  { within = '', stored }: { within?: string; stored?: Pick<RuleBody, 'options'> | undefined } = {},
): Promise<void> {
  const faults = await faultsNow(tx, body, stored)
  refuseFaults(faults.map(({ place, message }) => ({ place: within + place, message })))
}

/** A rule of type account always has its trigger. */
function asKept(given: RuleBody): RuleBody {
  const body = { ...given, name: given.name.trim() }
  return given.type === 'account' ? { ...body, options: { ...given.options, trigger_event: 'customer_update' } } : body
}

/** Creates a rule with its first revision: in force, or in `stage`. */
export async function addRule(
  tx: Tx,
  by: Writer,
  given: RuleBody,
  {
    action = 'add rule',
    stage = given.stage ?? 'live',
    rationale = NO_RATIONALE,
  }: { action?: string; stage?: RuleStage; rationale?: Rationale } = {},
): Promise<Rule> {
  const body = asKept(given)
  if (given.stage === 'proposed') refuseFaults([{ place: 'stage', message: 'is live or shadow' }])
  await checkRule(tx, body)
  const at = by.now()
  const author = by.account.id
  const { id } = await tx
    .insertInto('rule')
    .values({ ...columns(body), platform: body.platform, area: body.type, author, updated_at: at, stage })
    .returning('id')
    .executeTakeFirstOrThrow()
  return writeRevision(tx, by, { id, body, author, action, before: undefined, rationale })
}

/**
 * Holds a rule that may be changed. Refuses with 409, or 412 where `If-Match` named it, when it went on since the
 * revision that the change was made on, with the rule as it is and what became of that revision; with 409 while
 * something waits for a second person.
 */
export async function holdRule(tx: Tx, by: Writer, id: string, expected: Expected = {}): Promise<Rule> {
  const rule = await lockRule(tx, by.platform, id)
  if (!rule) throw missing(id)
  if (rule.isDeleted) throw new Refusal(409, 'The rule was deleted.', rule)
  const { matched } = expected
  const revisionId = expected.revisionId ?? (matched === undefined ? undefined : String(matched))
  if (revisionId !== undefined && revisionId !== rule.revisionId) {
    const base = await findRevision(tx, by.platform, revisionId)
    const differences = base ? differencesOf(contentOf(base), contentOf(rule)) : []
    const status = expected.revisionId === undefined ? 412 : 409
    throw new Refusal(status, `${rule.author} changed the rule since you opened it.`, { ...rule, differences })
  }
  if (rule.proposal)
    throw new Refusal(409, `A proposal of ${rule.proposal.author.name} waits for a second person.`, rule)
  return rule
}

/** The changed rule: validated, and undefined if nothing differs. */
async function changedRule(tx: Tx, before: Rule, given: RuleBody): Promise<RuleBody | undefined> {
  const body = asKept(given)
  refuseFaults([
    ...(body.platform === before.platform
      ? []
      : [{ place: 'rule.platform', message: 'a rule stays on its platform: clone it to another' }]),
    ...(body.type === before.type ? [] : [{ place: 'rule.type', message: 'a rule stays of its type' }]),
    ...(body.stage === undefined || body.stage === (before.stage ?? 'live')
      ? []
      : [{ place: 'rule.stage', message: 'is set by a call of its own' }]),
  ])
  await checkRule(tx, body, { within: 'rule.', stored: before })
  return differencesOf(contentOf(before), contentOf(body)).length === 0 ? undefined : body
}

/** The new content of a rule, and the revision that its writer saw. */
export type Change = RuleBody & { revisionId?: string | undefined }
export interface ChangeTerms {
  matched?: number | undefined
  rationale?: Rationale
}

/** Holds a rule that is to be changed. `body` is undefined where nothing would be other than it is; else it has its reason. */
export async function holdForChange(
  tx: Tx,
  by: Writer,
  id: string,
  { revisionId, ...given }: Change,
  { matched, rationale = NO_RATIONALE }: ChangeTerms,
) {
  const before = await holdRule(tx, by, id, { revisionId, matched })
  const body = await changedRule(tx, before, given)
  if (body) needReason(rationale, 'rule.reason')
  return { before, body, rationale }
}

/** Changes a rule, which makes a revision; what changes nothing makes none. */
export async function changeRule(
  tx: Tx,
  by: Writer,
  id: string,
  change: Change,
  terms: ChangeTerms = {},
): Promise<Rule> {
  const { before, body, rationale } = await holdForChange(tx, by, id, change, terms)
  if (!body) return before
  const revision = { id, body, author: by.account.id, action: 'change rule', before: contentOf(before), rationale }
  return writeRevision(tx, by, revision)
}

/** Takes a rule out of force; it stays to be read. */
export async function deleteRule(tx: Tx, by: Writer, id: string, matched?: number): Promise<void> {
  const before = await holdRule(tx, by, id, { matched })
  await markDeleted(tx, by, before, 'delete rule')
}

export async function markDeleted(
  tx: Tx,
  by: Writer,
  { id, revisionId }: Rule,
  action: string,
  note?: string,
): Promise<void> {
  await tx.updateTable('rule').set({ deleted_at: by.now() }).where('id', '=', id).execute()
  await audit(tx, by, id, { action, ruleRevision: revisionId, version: revisionId, note: note ?? null })
}

/** Puts a rule in force, or into shadow; where it is already, nothing happens. */
export async function setStage(
  tx: Tx,
  by: Writer,
  id: string,
  stage: 'live' | 'shadow',
  { matched, rationale = NO_RATIONALE }: { matched?: number | undefined; rationale?: Rationale } = {},
): Promise<Rule> {
  const before = await holdRule(tx, by, id, { matched })
  if ((before.stage ?? 'live') === stage) return before
  needReason(rationale, 'reason')
  return writeStage(tx, by, before, stage, { action: 'change stage of rule', ...rationale })
}

export async function writeStage(
  tx: Tx,
  by: Writer,
  before: Rule,
  stage: RuleStage,
  { action, reason, evidence, note }: Rationale & { action: string; note?: string | undefined },
): Promise<Rule> {
  await tx.updateTable('rule').set({ stage }).where('id', '=', before.id).execute()
  const { revisionId } = before
  await audit(tx, by, before.id, {
    action,
    version: revisionId,
    ruleRevision: revisionId,
    before: { stage: before.stage ?? 'live' },
    after: { stage, ...(evidence && { evidence }), ...(note !== undefined && { reason }) },
    note: note ?? reason,
  })
  return read(tx, before.platform, before.id)
}

/**
 * Copies a rule to another platform of the account. Config sets and ticket templates go by name: where the
 * platform has none of that name the copy is refused, because it would be another rule. What was deleted since stays behind.
 */
export async function cloneRule(tx: Tx, by: Writer, id: string, platform: string): Promise<Rule> {
  const { body, action } = await clonedRule(tx, by, id, platform)
  return addRule(tx, { ...by, platform }, body, { action })
}

/** A rule as its copy will be on another platform, in the stage that it has here. */
export async function clonedRule(
  tx: Tx,
  by: Writer,
  id: string,
  platform: string,
): Promise<{ body: RuleBody; action: string }> {
  const source = await findRule(tx, by.account.platforms, id)
  if (!source) throw missing(id)
  if (source.isDeleted) throw new Refusal(409, 'The rule was deleted.', source)
  if (source.stage === 'proposed') throw new Refusal(409, 'The rule waits for a second person itself.', source)
  if (source.platform === platform) refuseFaults([{ place: 'platform', message: 'the rule is there already' }])
  const { configSets: sets, zohoTemplates: templates } = source.options
  const options = {
    ...source.options,
    ...(sets && { configSets: await namedThere(tx, 'config set', sets, [source.platform, platform], configSets) }),
    ...(templates && {
      zohoTemplates: await namedThere(tx, 'ticket template', templates, [source.platform, platform], templatesOf),
    }),
  }
  const { name, description, type, criteria } = source
  const stage = source.stage ?? 'live'
  const body: RuleBody = { name, description, platform, type, criteria, options, stage }
  return { body, action: `clone rule ${source.platform}/${source.id}` }
}

type Named = (tx: Tx, platform: string) => Promise<readonly { id: string; name: string }[]>

/** The ids that things of one platform have on another, by their names. */
async function namedThere(
  tx: Tx,
  noun: string,
  ids: readonly string[],
  [from, to]: readonly [string, string],
  list: Named,
): Promise<string[]> {
  const names = new Map((await list(tx, from)).map(({ id, name }) => [id, name.toLowerCase()]))
  const there = new Map((await list(tx, to)).map(({ id, name }) => [name.toLowerCase(), id]))
  return ids.flatMap((id) => {
    const name = names.get(id)
    if (name === undefined) return []
    const found = there.get(name)
    if (found !== undefined) return found
    const label = findPlatform(to)?.label ?? to
    throw new Refusal(409, `${label} has no ${noun} called “${name}”: make it there first.`)
  })
}

function columns(body: RuleBody) {
  return {
    name: body.name,
    description: body.description,
    type: ruleTypeOf(body),
    criteria: JSON.stringify(body.criteria),
    options: JSON.stringify(body.options),
  }
}

/** The stored form of a rationale. */
export const toColumns = ({ reason, evidence }: Rationale) => ({
  reason: reason || null,
  evidence: evidence && JSON.stringify(evidence),
})

interface Revision {
  id: string
  body: RuleBody
  /** The author, who may differ from the approver. */
  author: string
  action: string
  before: object | undefined
  rationale: Rationale
  /** The approver. */
  note?: string | undefined
}

export async function writeRevision(
  tx: Tx,
  by: Writer,
  { id, body, author, action, before, rationale: { reason, evidence }, note }: Revision,
): Promise<Rule> {
  const { type, ...kept } = columns(body)
  const at = by.now()
  const revision = await tx
    .insertInto('rule_revision')
    .values({ ...kept, rule_id: id, author, at, ...toColumns({ reason, evidence }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('rule')
    .set({ ...kept, type, author, updated_at: at, revision_id: revision.id })
    .where('id', '=', id)
    .execute()
  await audit(tx, by, id, {
    action,
    version: revision.id,
    ruleRevision: revision.id,
    after: { ...contentOf(body), ...(evidence && { evidence }), ...(note !== undefined && { reason }) },
    ...(before && { before }),
    note: note ?? reason,
  })
  return read(tx, body.platform, id)
}

async function read(tx: Tx, platform: string, id: string): Promise<Rule> {
  const rule = await findRule(tx, [platform], id)
  if (!rule) throw missing(id)
  return rule
}

export function audit(tx: Tx, by: Writer, id: string, entry: Omit<Entry, 'object'>): Promise<void> {
  return record(tx, by, { ...entry, object: { kind: 'rule', id } })
}
