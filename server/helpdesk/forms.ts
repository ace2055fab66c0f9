/** Asks customers for forms, and keeps the file that comes back. */
import { randomUUID } from 'node:crypto'
import { CUSTOMER_FORM_TYPES, type CustomerForm } from '#contract/model/helpdesk.ts'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { fileStore } from '#server/documents/files.ts'
import { readUpload } from '#server/documents/upload.ts'
import { record } from '#server/policy/audit.ts'
import { formsOf } from '#server/store/queries/helpdesk.ts'
import { isUuid, type Db } from '#server/store/queries/pieces.ts'
import { requireCustomer } from './tickets.ts'

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
    await requireCustomer(tx, platform, customerId)
    await tx
      .insertInto('customer_form')
      .values({ id, platform, customer_id: customerId, form_type: formType, created_by: account.id, created_at: now() })
      .execute()
    await record(tx, context, {
      action: 'ask for form',
      object: { kind: 'customer form', id },
      platform,
      after: { formType, customer: customerId },
    })
    return await formOf(tx, platform, customerId, id)
  })
}

/** Takes the filled-in form, once. Bytes first: a row never points at nothing. */
export async function submitForm(context: Context, formId: string, file: File): Promise<CustomerForm> {
  const { db, account, platform, config, now } = context
  const missing = new Refusal(404, `There is no form ${formId} here.`)
  if (!isUuid(formId) || !(await findForm(db, platform, formId))) throw missing
  const { bytes, ...entry } = await readUpload(file)
  const files = fileStore(config)
  await files.put(entry.id, bytes)
  try {
    return await db.transaction().execute(async (tx) => {
      const form = await findForm(tx, platform, formId, true)
      if (!form) throw missing
      if (form.submitted_at) throw new Refusal(409, 'This form was submitted already.', { status: 'submitted' })
      const at = now()
      await tx
        .insertInto('file')
        .values({ ...entry, platform, created_by: account.id, created_at: at })
        .execute()
      await tx
        .updateTable('customer_form')
        .set({ file_id: entry.id, submitted_at: at, version: 2 })
        .where('id', '=', formId)
        .execute()
      await record(tx, context, {
        action: 'submit form',
        object: { kind: 'customer form', id: formId },
        platform,
        version: 2,
        before: { status: 'not_submitted' },
        after: { status: 'submitted', file: { name: entry.name, type: entry.type, size: entry.size } },
      })
      return await formOf(tx, platform, form.customer_id, formId)
    })
  } catch (error) {
    await files.remove(entry.id)
    throw error
  }
}

function findForm(db: Db, platform: string, id: string, isLocked = false) {
  const query = db.selectFrom('customer_form').selectAll().where('platform', '=', platform).where('id', '=', id)
  return (isLocked ? query.forUpdate() : query).executeTakeFirst()
}

async function formOf(db: Db, platform: string, customerId: string, id: string): Promise<CustomerForm> {
  const [form] = await formsOf(db, platform, customerId, id)
  if (!form) throw new Error(`customer form ${id} is not there`)
  return form
}
