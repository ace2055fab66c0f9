/** Why a rule was changed, on what evidence. Revisions that were approved before get their approver. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table rule_revision add column reason text, add column evidence jsonb`,
  `alter table rule_proposal add column reason text, add column evidence jsonb`,
  // a revision that came of an approval was written in the transaction of that approval
  `update rule_revision r set approved_by = p.decided_by, approved_at = p.decided_at, approval_note = p.note
    from rule_proposal p
    where r.approved_by is null and p.rule_id = r.rule_id and p.status = 'approved' and (
      p.kind = 'add' and p.revision_id = r.id
      or p.kind = 'change' and p.author = r.author and r.id > p.revision_id
        and abs(extract(epoch from r.at - p.decided_at)) < 1)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
