/** Approvals in other queries: the pending one of a row, and its approver. */
import { sql, type RawBuilder } from 'kysely'
import type { ApprovedBy, PendingApproval } from '#contract/model/common.ts'
import { personOf, stampOf } from '#server/store/sql.ts'

const MARK = sql`jsonb_build_object('id', p.id::text, 'kind', p.kind, 'by', ${personOf('w')}, 'at', ${stampOf('p.at')})`

/** The pending approval of an object, by its id column. */
export function pendingOn(platform: string, kind: string, id: string): RawBuilder<PendingApproval | null> {
  return sql<PendingApproval | null>`(select ${MARK} from approval p join account w on w.id = p.author
    where p.platform = ${sql.ref(platform)} and p.object_kind = ${sql.lit(kind)} and p.object_id = ${sql.ref(id)}::text
      and p.status = 'open')`
}

/** The pending approval of case `c` or of an alert on it. */
export const PENDING_ON_CASE = sql<PendingApproval | null>`(select ${MARK} from approval p join account w on w.id = p.author
  where p.platform = c.platform and p.case_id = c.id and p.status = 'open' order by p.id limit 1)`

/** The approver of a row with the three columns of an approval. */
export function approvedOf(alias: string): RawBuilder<ApprovedBy | null> {
  return sql<ApprovedBy | null>`(select jsonb_build_object('by', ${personOf('ap')}, 'at', ${stampOf(`${alias}.approved_at`)},
    'note', ${sql.ref(`${alias}.approval_note`)}) from account ap where ap.id = ${sql.ref(`${alias}.approved_by`)})`
}
