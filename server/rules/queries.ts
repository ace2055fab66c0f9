/** Monitoring rules and their revisions. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { rules } from '#contract/calls/rules/rules.ts'
import { toStamp } from '#contract/model/common.ts'
import { foldText } from '#contract/fold-text.ts'
import { differencesOf, type Difference } from '#contract/model/rules/difference.ts'
import type {
  Criteria,
  Rule,
  RuleBody,
  RuleEvidence,
  RuleItem,
  RuleProposal,
  RuleRevision,
} from '#contract/model/rules/rule.ts'
import type { RuleStage } from '#contract/model/values.ts'
import { approvedOf } from '#server/four-eyes/queries.ts'
import { CONFIG_VALUES, whyNotRun } from '#server/monitoring/active-rules.ts'
import { containing, isId, type Db, type RowOf } from '#server/store/sql.ts'

export interface Page {
  page: number
  pageSize: number
}

export type RuleFilter = Omit<Parsed<typeof rules.list>['query'], 'page' | 'pageSize' | 'platform' | 'shortResponse'>

/** An author as shown: the name of the account, or whatever wrote the rules a platform starts with. */
const authorName = sql<string>`coalesce(w.first_name || ' ' || w.last_name, r.author)`

/** The pending proposal, with its author's name. */
const openProposal = sql<ProposalRow | null>`(
  select to_jsonb(p) || jsonb_build_object('at', to_char(p.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
    'author_name', coalesce(pa.first_name || ' ' || pa.last_name, p.author))
  from rule_proposal p left join account pa on pa.id = p.author where p.rule_id = r.id and p.status = 'open')`

/** As parsed from JSON. */
interface ProposalRow {
  id: number
  kind: RuleProposal['kind']
  body: ProposalBody
  author: string
  author_name: string
  at: string
  reason: string | null
  evidence: RuleEvidence | null
}

/** The content of a proposal: a change, or the new stage. */
export type ProposalBody = Partial<Pick<RuleBody, 'name' | 'description' | 'criteria' | 'options'>> & {
  stage?: RuleStage
}

/** The number of a revision within its rule: ids count over all rules. */
const ordinal = (ruleId: RawBuilder<unknown>, revisionId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from rule_revision o where o.rule_id = ${ruleId} and o.id <= ${revisionId})`

function selectRules(db: Db) {
  return db
    .selectFrom('rule as r')
    .leftJoin('account as w', 'w.id', 'r.author')
    .selectAll('r')
    .select([authorName.as('author_name'), openProposal.as('proposal'), CONFIG_VALUES.as('values')])
    .select(ordinal(sql.ref('r.id'), sql.ref('r.revision_id')).as('revision'))
}

export type RuleRow = Omit<RowOf<typeof selectRules>, 'proposal' | 'values'> & {
  proposal?: ProposalRow | null
  /** With the faults of its config sets; without them for a revision. */
  values?: string[]
}

export function toRule(row: RuleRow): Rule {
  const stopped =
    row.values && row.deleted_at === null ? whyNotRun(row.criteria as Criteria, row.values, row.options) : null
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.area,
    platform: row.platform,
    criteria: row.criteria as Criteria,
    options: row.options,
    revisionId: row.revision_id,
    revision: row.revision,
    lastUpdate: toStamp(row.updated_at),
    isDeleted: row.deleted_at !== null,
    author: row.author_name,
    ...(row.stage !== 'live' && { stage: row.stage }),
    ...(stopped !== null && { stopped }),
    ...(row.proposal && { proposal: toOpenProposal(row, row.proposal) }),
  }
}

function toOpenProposal(row: RuleRow, { author_name, ...proposal }: ProposalRow): RuleProposal {
  const { id, kind, body, author, at, reason, evidence } = proposal
  return {
    id: String(id),
    ruleId: row.id,
    ruleName: row.name,
    platform: row.platform,
    kind,
    author: { id: author, name: author_name },
    at: { date: at, timezone: 'UTC' },
    status: 'open',
    decidedBy: null,
    decidedAt: null,
    note: null,
    reason,
    evidence,
    differences: proposedDifferences(kind, row, body),
  }
}

/** The differences of a proposal to the current rule. */
export function proposedDifferences(
  kind: RuleProposal['kind'],
  {
    name,
    description,
    criteria,
    options,
    stage,
  }: Pick<RuleRow, 'name' | 'description' | 'criteria' | 'options' | 'stage'>,
  body: ProposalBody,
): Difference[] {
  if (kind === 'delete') return [{ place: 'isDeleted', before: false, after: true }]
  if (kind !== 'change') return [{ place: 'stage', before: stage, after: body.stage }]
  return differencesOf({ name, description, criteria, options }, body)
}

/** The rules of a platform by name. `action` of a rule on transactions that names none is an alert. */
export async function listRules(
  db: Db,
  platform: string,
  filter: RuleFilter,
  { page, pageSize }: Page,
  isShort: boolean,
): Promise<{ items: RuleItem[]; total: number }> {
  const { search = '', withDeleted, type, action, account_type, transactionDirection } = filter
  let query = db.selectFrom('rule as r').leftJoin('account as w', 'w.id', 'r.author').where('r.platform', '=', platform)
  if (withDeleted !== 'true') query = query.where('r.deleted_at', 'is', null)
  if (type) query = query.where('r.area', '=', type)
  if (action) {
    query = query
      .where('r.area', '=', 'transaction')
      .where(sql<SqlBool>`coalesce(r.options ->> 'action', 'alert') = ${action}`)
  }
  // a rule that sets none applies to both
  if (account_type) {
    query = query.where(sql<SqlBool>`coalesce(r.options ->> 'account_type', ${account_type}) = ${account_type}`)
  }
  if (transactionDirection) {
    const direction = sql`coalesce(r.options ->> 'transaction_direction', ${transactionDirection})`
    query = query.where('r.area', '<>', 'account').where(sql<SqlBool>`${direction} = ${transactionDirection}`)
  }
  if (search.trim() !== '') {
    const term = containing(foldText(search))
    query = query.where(
      sql<SqlBool>`fold_text(r.name || chr(31) || r.description) like ${term} or r.id::text = ${search.trim()}`,
    )
  }
  const [rows, { total }] = await Promise.all([
    query
      .selectAll('r')
      .select([authorName.as('author_name'), openProposal.as('proposal'), CONFIG_VALUES.as('values')])
      .select(ordinal(sql.ref('r.id'), sql.ref('r.revision_id')).as('revision'))
      .orderBy(sql`lower(r.name)`)
      .orderBy('r.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map((row) => (isShort ? toShort(row) : toRule(row))), total }
}

function toShort(row: RuleRow): RuleItem {
  const { description: _description, criteria: _criteria, options: _options, ...rest } = toRule(row)
  return rest
}

/** One rule of one of the platforms, deleted ones too. */
export async function findRule(db: Db, platforms: readonly string[], id: string): Promise<Rule | undefined> {
  if (!isId(id)) return undefined
  const row = await selectRules(db)
    .where('r.id', '=', id)
    .where('r.platform', 'in', [...platforms, ''])
    .executeTakeFirst()
  return row && toRule(row)
}

/** Holds a rule for the rest of the transaction: who changes it comes one after the other. */
export async function lockRule(tx: Db, platform: string, id: string): Promise<Rule | undefined> {
  if (!isId(id)) return undefined
  const held = tx.selectFrom('rule').select('id').where('id', '=', id).where('platform', '=', platform).forUpdate()
  if (!(await held.executeTakeFirst())) return undefined
  return findRule(tx, [platform], id)
}

/** The revisions of a rule, newest first. */
export async function revisionsOf(db: Db, ruleId: string): Promise<RuleRevision[]> {
  const rows = await db
    .selectFrom('rule_revision as r')
    .leftJoin('account as w', 'w.id', 'r.author')
    .select(['r.id', 'r.rule_id', 'r.at', 'r.reason', 'r.evidence', authorName.as('author')])
    .select(approvedOf('r').as('approved'))
    .where('r.rule_id', '=', ruleId)
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map(({ id, rule_id, at, author, reason, evidence, approved }, index) => ({
    revisionId: id,
    ruleId: rule_id,
    at: toStamp(at),
    author,
    number: rows.length - index,
    reason,
    evidence,
    ...(approved && { approved }),
  }))
}

/** A rule as a revision had it; of the platform alone. */
export async function findRevision(db: Db, platform: string, revisionId: string): Promise<Rule | undefined> {
  if (!isId(revisionId)) return undefined
  const row = await db
    .selectFrom('rule_revision as r')
    .innerJoin('rule as now', 'now.id', 'r.rule_id')
    .leftJoin('account as w', 'w.id', 'r.author')
    .select(['now.id', 'now.platform', 'now.area', 'now.type', 'now.deleted_at', 'now.stage', 'r.author'])
    .select(['r.name', 'r.description', 'r.criteria', 'r.options', 'r.id as revision_id', 'r.at as updated_at'])
    .select([authorName.as('author_name'), ordinal(sql.ref('now.id'), sql.ref('r.id')).as('revision')])
    .where('r.id', '=', revisionId)
    .where('now.platform', '=', platform)
    .executeTakeFirst()
  return row && toRule(row)
}

/** The config sets of a platform; `hold` locks them until the transaction ends. */
export async function configSets(
  db: Db,
  platform: string,
  { hold = false } = {},
): Promise<{ id: string; name: string; value: string[] }[]> {
  const query = db.selectFrom('config_set').select(['id', 'name', 'value']).where('platform', '=', platform)
  return (hold ? query.forShare() : query).execute()
}
