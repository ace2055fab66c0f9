/** The number of pending approvals for the shell, without their differences. */
import { sql } from 'kysely'
import type { ApprovalKind } from '#contract/model/values.ts'
import type { Account } from '#server/core/context.ts'
import { whyNotDecideApproval } from '#server/four-eyes/rights.ts'
import type { Db } from '#server/store/sql.ts'
import { mayApproveForms } from './forms.ts'

interface Counted {
  kind: ApprovalKind
  /** True if the reader requested it, or took part. */
  own: boolean
  count: number
}

/**
 * Pending approvals by kind and by participation of a person; bulk closings count once a person, as they are approved.
 */
async function pendingBy(db: Db, platform: string, me: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select kind, author = ${me} as own, count(*)::int as count from approval
      where platform = ${platform} and status = 'open' and kind <> 'bulk' group by 1, 2
    union all select 'bulk', author = ${me}, count(distinct author)::int from approval
      where platform = ${platform} and status = 'open' and kind = 'bulk' group by 2
    union all select 'rule', author = ${me}, count(*)::int from rule_proposal
      where platform = ${platform} and status = 'open' group by 2
    union all select 'str', str_proposed_by = ${me}, count(*)::int from monitoring_case
      where platform = ${platform} and str_proposed_by is not null group by 2
    union all select 'form', ${me} = any(hands), count(*)::int from document_form
      where platform = ${platform} and status = 'review' group by 2`.execute(db)
  return rows
}

/** The number of everything pending on a platform: of the inbox, the status line, the handover and the overview. */
export async function pendingApprovals(db: Db, platform: string): Promise<Map<ApprovalKind, number>> {
  const byKind = new Map<ApprovalKind, number>()
  for (const { kind, count } of await pendingBy(db, platform, '')) byKind.set(kind, (byKind.get(kind) ?? 0) + count)
  return byKind
}

/** The number of everything pending, of what the reader may approve of it, and of the reader's own requests. */
export async function countApprovals(
  db: Db,
  reader: Account,
  platform: string,
): Promise<{ pending: number; toApprove: number; asked: number }> {
  const rows = await pendingBy(db, platform, reader.id)
  const sumOf = (fits: (row: Counted) => boolean) => rows.filter(fits).reduce((total, { count }) => total + count, 0)
  const mayApprove = ({ kind }: Counted) =>
    kind === 'form'
      ? mayApproveForms(reader)
      : whyNotDecideApproval(reader, { kind, author: '', status: 'open' }, 'approve') === null
  return {
    pending: sumOf(() => true),
    toApprove: sumOf((row) => !row.own && mayApprove(row)),
    asked: sumOf(({ own }) => own),
  }
}
