/** SAR and EDD forms, with their people, files and comments. */
import { sql, type SqlBool } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { documentForms } from '#contract/calls/document-forms.ts'
import { foldText } from '#contract/fold-text.ts'
import { toStamp } from '#contract/model/common.ts'
import {
  dueOn,
  type DocumentForm,
  type FormFile,
  type FormItem,
  type FormStatus,
  type FormType,
} from '#contract/model/forms/document-form.ts'
import { ATTACHMENTS } from '#contract/model/forms/form-sections.ts'
import { containing, isUuid, personOf, stampOf, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'
import type { FormState } from './rights.ts'

/** The most that a list of forms answers, latest first; a search finds the others. */
const MOST = 200
const MOST_COMMENTS = 500

const NOBODY = { id: '', name: '' }

function selectItems(db: Db) {
  return db
    .selectFrom('document_form as f')
    .innerJoin('account as p', 'p.id', 'f.author_id')
    .leftJoin('account as d', 'd.id', 'f.approved_by')
    .select(['f.id', 'f.platform', 'f.customer_id', 'f.customer_name', 'f.type', 'f.status', 'f.version'])
    .select(['f.created_at', 'f.updated_at', 'f.approved_at', personOf('p').as('author'), personOf('d').as('approver')])
    .select([
      sql<string | null>`f.data ->> 'detectedOn'`.as('detected_on'),
      sql<string | null>`f.data ->> 'nextReview'`.as('next_review'),
    ])
}

type ItemRow = RowOf<typeof selectItems>

function toItem(row: ItemRow): FormItem {
  return {
    uuid: row.id,
    platform: row.platform,
    customerId: row.customer_id,
    customerName: row.customer_name,
    formType: row.type,
    status: row.status as FormStatus,
    author: row.author ?? NOBODY,
    approvedBy: row.approver,
    approvedAt: stampOrNull(row.approved_at),
    dueOn: dueOn({
      formType: row.type,
      status: row.status as FormStatus,
      detectedOn: row.detected_on,
      nextReview: row.next_review,
    }),
    createAt: toStamp(row.created_at),
    updateAt: toStamp(row.updated_at),
    version: Number(row.version),
  }
}

const fileOf = sql<FormFile>`jsonb_build_object('guid', a.id, 'name', a.name, 'type', a.type, 'size', a.size,
  'createAt', ${stampOf('a.created_at')})`

/** The files that the form's data names, in its order. */
const filesOf = sql<FormFile[]>`coalesce((
  select jsonb_agg(${fileOf} order by named.n)
  from jsonb_array_elements_text(case jsonb_typeof(f.data -> ${sql.lit(ATTACHMENTS)})
    when 'array' then f.data -> ${sql.lit(ATTACHMENTS)} else '[]' end) with ordinality as named (guid, n)
  join file a on a.id::text = lower(named.guid) and a.form_id = f.id), '[]')`

const signedOf = sql<FormFile | null>`(select ${fileOf} from file a where a.form_id = f.id and a.is_signed)`

/** A form as it is shown, with what its rules depend on. */
export interface WholeForm {
  form: DocumentForm
  state: FormState
}

/** One form of those platforms. */
export async function findForm(db: Db, platforms: readonly string[], uuid: string): Promise<WholeForm | undefined> {
  if (!isUuid(uuid) || platforms.length === 0) return undefined
  const row = await selectItems(db)
    .select(['f.data', 'f.hands', filesOf.as('files'), signedOf.as('signed')])
    .where('f.id', '=', uuid)
    .where('f.platform', 'in', platforms)
    .executeTakeFirst()
  if (!row) return undefined
  const form = { ...toItem(row), data: row.data, files: row.files, signed: row.signed }
  return { form, state: { type: row.type, status: form.status, data: row.data, hands: row.hands } }
}

const TOTAL = sql<number>`(count(*) over ())::int`.as('total')

interface Found {
  items: FormItem[]
  /** The total, of which only the latest are returned. */
  total: number
}

const toFound = (rows: readonly (ItemRow & { total: number })[]): Found => ({
  items: rows.map(toItem),
  total: rows[0]?.total ?? 0,
})

/** The forms of a customer of one type, latest first. */
export async function formsOfCustomer(db: Db, platform: string, customerId: string, type: FormType): Promise<Found> {
  const rows = await selectItems(db)
    .select(TOTAL)
    .where('f.platform', '=', platform)
    .where('f.customer_id', '=', customerId)
    .where('f.type', '=', type)
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id')
    .limit(MOST)
    .execute()
  return toFound(rows)
}

/** Cases that report `f` names. */
export const CASES_NAMED = sql<string[]>`regexp_split_to_array(f.data ->> 'caseIds', '[,;[:space:]]+')`

/** The reports that name a case, latest first; undefined where there is no such case. */
export async function formsOfCase(db: Db, platform: string, caseId: string): Promise<Found | undefined> {
  const found = await db
    .selectFrom('monitoring_case')
    .select('customer_id')
    .where('platform', '=', platform)
    .where('id', '=', caseId)
    .executeTakeFirst()
  if (!found) return undefined
  const rows = await selectItems(db)
    .select(TOTAL)
    .where('f.platform', '=', platform)
    .where('f.customer_id', '=', found.customer_id)
    .where('f.type', '=', 'sar')
    .where(sql<SqlBool>`${caseId} = any(${CASES_NAMED})`)
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id')
    .limit(MOST)
    .execute()
  return toFound(rows)
}

/** Forms of a platform by a part of the customer's name or id, of the type or of the status; an empty term finds any. */
export async function findForms(db: Db, platform: string, term: string): Promise<Found> {
  const wanted = foldText(term)
  let query = selectItems(db).select(TOTAL).where('f.platform', '=', platform)
  if (wanted) query = query.where(sql<SqlBool>`f.search like ${containing(wanted)}`)
  const rows = await query.orderBy('f.updated_at', 'desc').orderBy('f.id').limit(MOST).execute()
  return toFound(rows)
}

/** The comments on a form, oldest first. */
export async function commentsOf(db: Db, uuid: string): Promise<Output<typeof documentForms.comments>['items']> {
  const rows = await db
    .selectFrom('form_comment as c')
    .innerJoin('account as p', 'p.id', 'c.author_id')
    .select(['c.id', 'c.comment', 'c.created_at', personOf('p').as('author')])
    .where('c.form_id', '=', uuid)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(MOST_COMMENTS)
    .execute()
  return rows.toReversed().map(({ id, comment, author, created_at: at }) => ({
    id,
    comment,
    author: author ?? NOBODY,
    createAt: toStamp(at),
  }))
}
