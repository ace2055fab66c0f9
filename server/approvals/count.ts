/** The number of pending approvals for the shell, without their differences. */
import { sql, type Kysely } from 'kysely'
import type { ApprovalKind } from '#contract/model/values.ts'
import type { Account } from '#server/core/context.ts'
import { whyNotDecideApproval } from '#server/four-eyes/policy.ts'
import type { Database } from '#server/schema/database.ts'
import { mayApproveForms } from './forms.ts'

interface Counted {
  kind: ApprovalKind
  /** Whether the reader requested it, or took part. */
  own: boolean
  count: number
}

/** The number that the reader may approve, and the reader's own pending requests, counted like the list. */
export async function countApprovals(
  db: Kysely<Database>,
  reader: Account,
  platform: string,
): Promise<{ toApprove: number; asked: number }> {
  const me = reader.id
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
  const sumOf = (fits: (row: Counted) => boolean) => rows.filter(fits).reduce((total, { count }) => total + count, 0)
  const mayApprove = ({ kind }: Counted) =>
    kind === 'form'
      ? mayApproveForms(reader)
      : whyNotDecideApproval(reader, { kind, author: '', status: 'open' }, 'approve') === null
  return { toApprove: sumOf((row) => !row.own && mayApprove(row)), asked: sumOf(({ own }) => own) }
}
