/** Proposals about rules: those that wait for a second person, and what became of the others. */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { RuleProposal } from '#contract/model/rules/rule.ts'
import type { Database } from '#server/schema/database.ts'
import { isId, personOf, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'
import { proposedDifferences, type ProposalBody } from './queries.ts'

/** A list is for people. */
const MOST = 200

function selectProposals(db: Db, platform: string) {
  return (
    db
      .selectFrom('rule_proposal as p')
      .innerJoin('rule as r', 'r.id', 'p.rule_id')
      .innerJoin('account as w', 'w.id', 'p.author')
      .leftJoin('account as d', 'd.id', 'p.decided_by')
      // the base revision of a decided proposal
      .leftJoin('rule_revision as v', 'v.id', 'p.revision_id')
      .selectAll('p')
      .select(['r.stage', 'v.name', 'v.description', 'v.criteria', 'v.options', 'r.name as rule_name'])
      .select([personOf('w').as('author_person'), personOf('d').as('decider')])
      .where('p.platform', '=', platform)
  )
}

type Row = RowOf<typeof selectProposals>

function toProposal(row: Row): RuleProposal {
  const base = { name: row.name ?? '', description: row.description ?? '', stage: row.stage }
  const kept = { ...base, criteria: row.criteria ?? {}, options: row.options ?? {} }
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    platform: row.platform,
    kind: row.kind,
    author: row.author_person ?? { id: row.author, name: row.author },
    at: toStamp(row.at),
    status: row.status,
    decidedBy: row.decider,
    decidedAt: stampOrNull(row.decided_at),
    note: row.note,
    reason: row.reason,
    evidence: row.evidence,
    differences: proposedDifferences(row.kind, kept, row.body),
  }
}

/** Open ones oldest first, then those decided last; or one of the two. */
export async function listProposals(
  db: Db,
  platform: string,
  status: 'open' | 'decided' | undefined,
): Promise<RuleProposal[]> {
  const of = async (which: RawBuilder<boolean>, order: 'asc' | 'desc') => {
    const rows = await selectProposals(db, platform).where(which).orderBy('p.id', order).limit(MOST).execute()
    return rows.map(toProposal)
  }
  const open = status === 'decided' ? [] : await of(sql<boolean>`p.status = 'open'`, 'asc')
  const decided = status === 'open' ? [] : await of(sql<boolean>`p.status <> 'open'`, 'desc')
  return [...open, ...decided]
}

export async function findProposal(db: Db, platform: string, id: string): Promise<RuleProposal | undefined> {
  if (!isId(id)) return undefined
  const row = await selectProposals(db, platform).where('p.id', '=', id).executeTakeFirst()
  return row && toProposal(row)
}

/** Holds a proposal and its rule, the rule first, as everybody does who writes it. */
export async function lockProposal(tx: Transaction<Database>, platform: string, id: string) {
  if (!isId(id)) return undefined
  const about = tx.selectFrom('rule_proposal').select('rule_id').where('id', '=', id).where('platform', '=', platform)
  const rule = await about.executeTakeFirst()
  if (!rule) return undefined
  await tx.selectFrom('rule').select('id').where('id', '=', rule.rule_id).forUpdate().executeTakeFirst()
  const row = await tx.selectFrom('rule_proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const { kind, author, status, rule_id: ruleId, revision_id: revisionId } = row
  const rationale = { reason: row.reason, evidence: row.evidence }
  return { kind, author, status, ruleId, revisionId, body: row.body as ProposalBody, rationale }
}
