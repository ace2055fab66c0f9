/**
 * The rule book: the one place where a rule comes to be, changes or goes, each with its revision and its line in the
 * audit. Whoever asks for a second pair of eyes before a revision counts asks here (resolutions 20).
 */
import type { Transaction } from 'kysely'
import { findPlatform } from '#contract/model/platform.ts'
import type { Rule, RuleBody } from '#contract/model/rule.ts'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { record, type Entry } from '#server/policy/audit.ts'
import { faultsOfRule } from '#server/policy/rules.ts'
import { configSetIds, findRule, lockRule } from '#server/store/queries/rules.ts'
import type { Database } from '#server/store/schema.ts'
import { refuseFaults } from './filter.ts'

type Tx = Transaction<Database>
type Writer = Pick<Context, 'account' | 'origin' | 'platform' | 'now'>

const missing = (id: string) => new Refusal(404, `There is no rule ${id} here.`)
const content = ({ name, description, criteria, options }: RuleBody) => ({ name, description, criteria, options })

async function check(tx: Tx, body: RuleBody): Promise<void> {
  const known = await configSetIds(tx, body.platform)
  refuseFaults(faultsOfRule(body, { configSets: new Set(known.values()) }))
}

/** Makes a rule with its first revision. Refuses with 400 what may not be saved, each fault with its place. */
export async function addRule(tx: Tx, by: Writer, given: RuleBody, action = 'add rule'): Promise<Rule> {
  const body = { ...given, name: given.name.trim() }
  await check(tx, body)
  const { id } = await tx
    .insertInto('rule')
    .values({ ...columns(body), platform: body.platform, area: body.type, author: by.account.id, updated_at: by.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return writeRevision(tx, by, { id, body, action, before: undefined })
}

/**
 * Changes a rule, which makes a revision; what changes nothing makes none. `revisionId` is what the change was made on:
 * 409 with the rule as it is now where it went on since.
 */
export async function changeRule(
  tx: Tx,
  by: Writer,
  id: string,
  { revisionId, ...given }: RuleBody & { revisionId?: string | undefined },
): Promise<Rule> {
  const body = { ...given, name: given.name.trim() }
  const before = await lockRule(tx, by.platform, id)
  if (!before) throw missing(id)
  if (before.isDeleted) throw new Refusal(409, 'The rule was deleted.', before)
  if (revisionId !== undefined && revisionId !== before.revisionId) {
    throw new Refusal(409, `${before.author} changed the rule since you opened it.`, before)
  }
  refuseFaults([
    ...(body.platform === before.platform
      ? []
      : [{ place: 'rule.platform', message: 'a rule stays on its platform: clone it to another' }]),
    ...(body.type === before.type ? [] : [{ place: 'rule.type', message: 'a rule stays of its type' }]),
  ])
  await check(tx, body)
  if (JSON.stringify(sorted(content(body))) === JSON.stringify(sorted(content(before)))) return before
  return writeRevision(tx, by, { id, body, action: 'change rule', before: content(before) })
}

/** Takes a rule out of force; it stays to be read. */
export async function deleteRule(tx: Tx, by: Writer, id: string): Promise<void> {
  const before = await lockRule(tx, by.platform, id)
  if (!before) throw missing(id)
  if (before.isDeleted) throw new Refusal(409, 'The rule was deleted already.', before)
  await tx.updateTable('rule').set({ deleted_at: by.now() }).where('id', '=', id).execute()
  await audit(tx, by, id, { action: 'delete rule', ruleRevision: before.revisionId, version: before.revisionId })
}

/**
 * Copies a rule to another platform of the account. Config sets go by name: where the platform has none of that name
 * the copy is refused, because it would be another rule.
 */
export async function cloneRule(tx: Tx, by: Writer, id: string, platform: string): Promise<Rule> {
  const source = await findRule(tx, by.account.platforms, id)
  if (!source) throw missing(id)
  if (source.isDeleted) throw new Refusal(409, 'The rule was deleted.', source)
  if (source.platform === platform) refuseFaults([{ place: 'platform', message: 'the rule is there already' }])
  const configSets = await sameSets(tx, source, platform)
  const options = { ...source.options, ...(configSets && { configSets }) }
  const { name, description, type, criteria } = source
  const body: RuleBody = { name, description, platform, type, criteria, options }
  return addRule(tx, { ...by, platform }, body, `clone rule ${source.platform}/${source.id}`)
}

async function sameSets(tx: Tx, { options, platform: from }: Rule, platform: string): Promise<string[] | undefined> {
  if (!options.configSets) return undefined
  const [here, there] = [await configSetIds(tx, from), await configSetIds(tx, platform)]
  const names = new Map([...here].map(([name, id]) => [id, name]))
  return options.configSets.map((id) => {
    const found = there.get(names.get(id) ?? '')
    if (found !== undefined) return found
    const label = findPlatform(platform)?.label ?? platform
    throw new Refusal(409, `${label} has no config set called “${names.get(id) ?? id}”: make it there first.`)
  })
}

function columns(body: RuleBody) {
  return {
    name: body.name,
    description: body.description,
    type: Object.keys(body.criteria)[0] ?? '',
    criteria: JSON.stringify(body.criteria),
    options: JSON.stringify(body.options),
  }
}

interface Revision {
  id: string
  body: RuleBody
  action: string
  before: object | undefined
}

async function writeRevision(tx: Tx, by: Writer, { id, body, action, before }: Revision): Promise<Rule> {
  const { type, ...kept } = columns(body)
  const author = by.account.id
  const at = by.now()
  const revision = await tx
    .insertInto('rule_revision')
    .values({ ...kept, rule_id: id, author, at })
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
    after: content(body),
    ...(before && { before }),
  })
  const rule = await findRule(tx, [body.platform], id)
  if (!rule) throw missing(id)
  return rule
}

function audit(tx: Tx, by: Writer, id: string, entry: Omit<Entry, 'object'>): Promise<void> {
  return record(tx, by, { ...entry, object: { kind: 'rule', id } })
}

/** JSON whose text does not depend on the order in which an object was put together. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}
