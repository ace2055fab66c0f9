/** SAR and EDD forms in review, as they wait for a second person beside everything else. */
import { sql, type Kysely } from 'kysely'
import type { Approval } from '#contract/model/cases/approval.ts'
import { toStamp } from '#contract/model/common.ts'
import { dueOn, FORM_TYPE_LABELS } from '#contract/model/forms/document-form.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { mayCall } from '#contract/model/roles.ts'
import type { Account, Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { whyNotBy } from '#server/forms/rights.ts'
import { commentOn, moveForm } from '#server/forms/write-form.ts'
import type { Database } from '#server/schema/database.ts'
import { personOf } from '#server/store/sql.ts'

/** Ids of pending objects outside the table of approvals: a rule's proposal, an STR's, all that one person closed in bulk, a form in review. */
export const IDS = { rule: 'r-', str: 's-', bulk: 'b-', form: 'f-' } as const
type Source = keyof typeof IDS

/** The source of a listed approval, null for the table of approvals, and its id there. */
export function sourceOf(id: string): [source: Source | null, id: string] {
  const source = (Object.keys(IDS) as Source[]).find((one) => id.startsWith(IDS[one])) ?? null
  return [source, source === null ? id : id.slice(IDS[source].length)]
}

const ONLY_DOCUMENT_ADMINISTRATORS = 'Only document administrators approve forms.'

/** The reason why a person may not approve a form in review; null if they may. */
function whyNot(reader: Account, hands: readonly string[]): string | null {
  const form = { type: 'sar' as const, status: 'review' as const, data: {}, hands }
  return whyNotBy('approve', form, reader) ?? (mayApproveForms(reader) ? null : ONLY_DOCUMENT_ADMINISTRATORS)
}

/** True if a person has the role that approves forms. */
export const mayApproveForms = (reader: Account): boolean => mayCall(documentForms.approve, reader.roles)

/** Those in review, the one that waits longest first. */
export async function formsInReview(
  db: Kysely<Database>,
  reader: Account,
  { platform, most }: { platform: string; most: number },
): Promise<Approval[]> {
  const rows = await db
    .selectFrom('document_form as f')
    .innerJoin('account as w', 'w.id', 'f.author_id')
    .select(['f.id', 'f.type', 'f.customer_id', 'f.customer_name', 'f.version', 'f.updated_at', 'f.hands'])
    .select(['f.author_id', personOf('w').as('by')])
    .select(sql<string | null>`f.data ->> 'detectedOn'`.as('detected_on'))
    .where('f.platform', '=', platform)
    .where('f.status', '=', 'review')
    .orderBy('f.updated_at')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: `${IDS.form}${row.id}`,
    kind: 'form' as const,
    platform,
    object: { kind: 'form', id: row.id, label: row.customer_name, customerId: row.customer_id, caseId: null },
    title: `${FORM_TYPE_LABELS[row.type]}: ${row.customer_name}`,
    by: row.by ?? { id: row.author_id, name: row.author_id },
    at: toStamp(row.updated_at),
    reason: null,
    dueOn: dueOn({ formType: row.type, status: 'review', detectedOn: row.detected_on }),
    version: row.version,
    status: 'open' as const,
    decidedBy: null,
    decidedAt: null,
    note: null,
    differences: [],
    refusal: whyNot(reader, row.hands),
  }))
}

/** Approves a form on the version that was read, or returns it to draft; the note is added to its comments. */
export async function decideForm(
  context: Context,
  uuid: string,
  deciding: { act: 'approve'; note: string; version: string } | { act: 'return'; note: string },
): Promise<string> {
  if (deciding.act === 'approve') {
    if (!mayApproveForms(context.account)) throw new Refusal(403, ONLY_DOCUMENT_ADMINISTRATORS)
    await moveForm(context, uuid, 'approve', Number(deciding.version))
  } else {
    const form = await context.db
      .selectFrom('document_form')
      .select('status')
      .where('platform', '=', context.platform)
      .where(sql<string>`id::text`, '=', uuid)
      .executeTakeFirst()
    if (!form) throw new Refusal(404, `There is no form ${uuid} here.`)
    // reopening an approved form is another act than returning one in review
    if (form.status !== 'review') throw new Refusal(409, 'The form is not in review any more.')
    await moveForm(context, uuid, 'renew', undefined)
  }
  await commentOn(context, context.platform, uuid, deciding.note)
  return deciding.act === 'approve' ? 'Approved.' : 'Returned.'
}
