/** Asks customers for forms, makes links to them, and keeps the file that comes back. */
import { randomUUID } from 'node:crypto'
import { toStamp } from '#contract/model/common.ts'
import { FORM_TEMPLATES } from '#contract/model/customer-questions.ts'
import { CUSTOMER_FORM_TYPES, type CustomerForm, type CustomerFormType } from '#contract/model/ticket.ts'
import { record } from '#server/audit/audit.ts'
import { moveCase } from '#server/cases/effects.ts'
import { lockCase } from '#server/cases/lock-rows.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileStore } from '#server/files/file-store.ts'
import { readUpload } from '#server/files/upload.ts'
import type { Tx } from '#server/ops/effect.ts'
import { requireCustomer } from '#server/store/require-customer.ts'
import { isUuid, type Db } from '#server/store/sql.ts'
import { addLink } from './form-links.ts'
import { formsOf } from './queries.ts'

const objectOf = (id: string) => ({ kind: 'customer form', id })

/** The form, with a link for the customer in the place of its address. */
export async function askForForm(
  context: Context,
  { platform, customerId, formType }: { platform: string; customerId: string; formType: string },
): Promise<CustomerForm> {
  const { db, account, now } = context
  if (!Object.hasOwn(CUSTOMER_FORM_TYPES, formType)) {
    throw new Refusal(400, `formType: one of ${Object.keys(CUSTOMER_FORM_TYPES).join(', ')}`)
  }
  const id = randomUUID()
  return await db.transaction().execute(async (tx) => {
    await requireCustomer({ db: tx }, { platform, customerId })
    await tx
      .insertInto('customer_form')
      .values({
        id,
        platform,
        customer_id: customerId,
        form_type: formType,
        template: JSON.stringify(FORM_TEMPLATES[formType as CustomerFormType]),
        created_by: account.id,
        created_at: now(),
      })
      .execute()
    const { url } = await addLink(tx, context, id)
    const form = await formOf(tx, platform, customerId, id)
    await record(tx, context, {
      action: 'ask for form',
      object: objectOf(id),
      platform,
      after: { formType, customer: customerId },
    })
    return { ...form, url }
  })
}

/** A link more to a form that is not back yet. */
export async function linkToForm(context: Context, formId: string) {
  const { db, platform } = context
  return await db.transaction().execute(async (tx) => {
    await requireAsked(tx, platform, formId)
    const { url, expiresAt } = await addLink(tx, context, formId)
    await record(tx, context, {
      action: 'make form link',
      object: objectOf(formId),
      platform,
      after: { expiresAt: expiresAt.toISOString() },
    })
    return { url, expiresAt: toStamp(expiresAt) }
  })
}

/** Withdraws the request: its links become invalid. */
export async function withdrawForm(context: Context, formId: string): Promise<CustomerForm> {
  const { db, platform, now } = context
  return await db.transaction().execute(async (tx) => {
    const form = await requireAsked(tx, platform, formId)
    await tx.updateTable('customer_form').set({ withdrawn_at: now(), version: 2 }).where('id', '=', formId).execute()
    const withdrawn = await formOf(tx, platform, form.customer_id, formId)
    await record(tx, context, {
      action: 'withdraw form',
      object: objectOf(formId),
      platform,
      version: 2,
      before: { status: 'not_submitted' },
      after: { status: 'withdrawn' },
    })
    return withdrawn
  })
}

/** A submission: a file, answers, or both. */
interface Submission {
  file?: File | undefined
  /** By the id of the question; they are the caller's to check. */
  answers?: Readonly<Record<string, string>>
  /** Null where the customer hands it in himself. */
  uploader?: string | null
}

/** Takes the filled-in form, once. */
export async function submitForm(
  context: Context,
  formId: string,
  { file, answers, uploader = context.account.id }: Submission,
): Promise<CustomerForm> {
  const { db, platform, now } = context
  if (!isUuid(formId) || !(await findForm(db, platform, formId))) throw noForm(formId)
  const upload = file && (await readUpload(context, file))
  return fileStore(context).keep(upload ? [upload] : [], async (tx) => {
    const form = await requireAsked(tx, platform, formId)
    const at = now()
    if (upload) {
      const { bytes: _, ...entry } = upload
      await tx
        .insertInto('file')
        .values({ ...entry, platform, created_by: uploader, created_at: at })
        .execute()
    }
    await tx
      .updateTable('customer_form')
      .set({
        file_id: upload?.id ?? null,
        answers: answers ? JSON.stringify(answers) : null,
        submitted_at: at,
        version: 2,
      })
      .where('id', '=', formId)
      .execute()
    const submitted = await formOf(tx, platform, form.customer_id, formId)
    if (uploader === null) await wakeCases(tx, context, submitted.title, form.customer_id)
    await record(tx, context, {
      action: 'submit form',
      object: objectOf(formId),
      platform,
      version: 2,
      before: { status: 'not_submitted' },
      after: {
        status: 'submitted',
        ...(upload && { file: { name: upload.name, type: upload.type, size: upload.size } }),
        ...(answers && { answers }),
      },
    })
    return submitted
  })
}

/** The customer's cases that wait for an answer are new again. */
async function wakeCases(tx: Tx, context: Context, title: string, customerId: string): Promise<void> {
  const { platform } = context
  const waiting = await tx
    .selectFrom('monitoring_case')
    .select('uuid')
    .where('platform', '=', platform)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'await')
    .orderBy('uuid')
    .execute()
  for (const { uuid } of waiting) {
    const note = `The customer submitted “${title}”.`
    await resumeCase(tx, context, uuid, note)
  }
}

const noForm = (id: string) => new Refusal(404, `There is no form ${id} here.`)

function findForm(db: Db, platform: string, id: string, isLocked = false) {
  const query = db.selectFrom('customer_form').selectAll().where('platform', '=', platform).where('id', '=', id)
  return (isLocked ? query.forUpdate() : query).executeTakeFirst()
}

/** The form, locked; refuses one that is back or withdrawn. */
async function requireAsked(tx: Db, platform: string, id: string) {
  const form = isUuid(id) ? await findForm(tx, platform, id, true) : undefined
  if (!form) throw noForm(id)
  if (form.submitted_at) throw new Refusal(409, 'This form was submitted already.', { status: 'submitted' })
  if (form.withdrawn_at) throw new Refusal(409, 'This form was withdrawn.', { status: 'withdrawn' })
  return form
}

async function formOf(db: Db, platform: string, customerId: string, id: string): Promise<CustomerForm> {
  const [form] = await formsOf(db, platform, customerId, id)
  if (!form) throw new Error(`customer form ${id} is not there`)
  return form
}

/** A case awaiting its customer becomes new again, with the reason in its note. */
export async function resumeCase(
  tx: Tx,
  by: Pick<Context, 'platform' | 'account' | 'now' | 'origin'>,
  caseUuid: string,
  note: string,
): Promise<void> {
  const row = await lockCase(tx, by.platform, { caseUuid })
  if (row.status !== 'await') return
  const version = await moveCase(tx, by, row, { status: 'new' })
  await record(tx, by, {
    action: 'change status',
    object: { kind: 'case', id: row.id },
    version,
    before: { status: 'await' },
    after: { status: 'new' },
    note,
  })
}
