/** Effects on forms: each checks status, person and version under a lock, and is audited. */
import { randomUUID } from 'node:crypto'
import { sql, type SqlBool, type Transaction } from 'kysely'
import { FORM_MOVES, type FormAct, type FormStatus, type FormType } from '#contract/model/forms/document-form.ts'
import { faultsText } from '#contract/model/forms/form-checks.ts'
import { ATTACHMENTS } from '#contract/model/forms/form-sections.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileStore } from '#server/files/file-store.ts'
import type { Upload } from '#server/files/upload.ts'
import type { Database } from '#server/schema/database.ts'
import { isUuid } from '#server/store/sql.ts'
import { faultsBefore, whyNotBy, whyNotForm, type FormState } from './rights.ts'
import { prefill } from './prefill.ts'
import type { Subject } from './subject.ts'

type Tx = Transaction<Database>
type Data = Readonly<Record<string, unknown>>

export const noForm = (uuid: string) => new Refusal(404, `There is no form ${uuid} here.`)

/** Starts a form with what is known of its customer; what is given goes before it. Answers its uuid. */
export function createForm(
  context: Context,
  { type, subject, caseId, given }: { type: FormType; subject: Subject; caseId?: string | undefined; given: Data },
): Promise<string> {
  const { account, now } = context
  return context.db.transaction().execute(async (tx) => {
    const id = randomUUID()
    const data = { ...(await prefill(tx, type, subject, caseId)), ...given }
    await tx
      .insertInto('document_form')
      .values({
        id,
        platform: subject.platform,
        customer_id: subject.id,
        customer_name: subject.name,
        type,
        author_id: account.id,
        hands: [account.id],
        approved_by: null,
        created_at: now(),
        updated_at: now(),
        data: JSON.stringify(data),
      })
      .execute()
    await claimFiles(tx, context, id, subject.platform, data)
    await record(tx, context, {
      action: 'create form',
      object: { kind: 'form', id },
      platform: subject.platform,
      version: 1,
      after: { type, customerId: subject.id, status: 'new' },
    })
    return id
  })
}

/** Replaces the answers of a draft. */
export function changeForm(context: Context, uuid: string, version: number | undefined, data: Data): Promise<void> {
  return act(context, uuid, 'change', version, async (tx, form) => {
    await claimFiles(tx, context, uuid, context.platform, data)
    return { data, entry: { before: { data: form.data }, after: { data } } }
  }).then(() => undefined)
}

/** Moves a form to another status; answers its new version. */
export function moveForm(
  context: Context,
  uuid: string,
  how: 'review' | 'renew' | 'approve',
  version: number | undefined,
): Promise<number> {
  return act(context, uuid, how, version)
}

/** Files an approved form with its signed copy. */
export async function signForm(
  context: Context,
  uuid: string,
  version: number | undefined,
  { bytes, ...file }: Upload,
): Promise<Date> {
  const at = context.now()
  await fileStore(context).keep([{ id: file.id, bytes }], (tx) =>
    actIn(tx, context, { uuid, how: 'sign', seen: version }, async () => {
      await insertFile(tx, context, file, { form_id: uuid, is_signed: true, created_at: at })
      return { entry: { after: { signed: { name: file.name, type: file.type, size: file.size } } } }
    }),
  )
  return at
}

/** The quota of an account's unreferenced uploads. */
const UNNAMED = { files: 100, bytes: 200 * 1024 * 1024 }

async function checkQuota({ db, account }: Context, size: number): Promise<void> {
  const { files, bytes } = await db
    .selectFrom('file')
    .select((eb) => [
      eb.fn.countAll<string>().as('files'),
      eb.fn.coalesce(eb.fn.sum<string>('size'), sql`0`).as('bytes'),
    ])
    .where('created_by', '=', account.id)
    .where('form_id', 'is', null)
    .where('alert_id', 'is', null)
    .where('stored_as', 'is', null)
    .where(sql<SqlBool>`not exists (select from customer_form q where q.file_id = file.id)`)
    .executeTakeFirstOrThrow()
  if (Number(files) < UNNAMED.files && Number(bytes) + size <= UNNAMED.bytes) return
  const most = `${UNNAMED.files} files or ${UNNAMED.bytes / 1024 / 1024} MiB`
  throw new Refusal(409, `You have uploaded ${most} that no form names: name them in a form first.`)
}

/** Keeps a file that no form names yet. */
export async function storeAttachment(context: Context, { bytes, ...file }: Upload): Promise<Date> {
  await checkQuota(context, file.size)
  const at = context.now()
  await fileStore(context).keep([{ id: file.id, bytes }], async (tx) => {
    await insertFile(tx, context, file, { form_id: null, is_signed: false, created_at: at })
    await record(tx, context, {
      action: 'upload file',
      object: { kind: 'file', id: file.id },
      after: { name: file.name, type: file.type, size: file.size },
    })
  })
  return at
}

/** Adds a comment; the form itself stays as it is. */
export function commentOn(context: Context, platform: string, uuid: string, comment: string) {
  return context.db.transaction().execute(async (tx) => {
    const row = { id: randomUUID(), form_id: uuid, author_id: context.account.id, comment, created_at: context.now() }
    await tx.insertInto('form_comment').values(row).execute()
    await record(tx, context, { action: 'add note', object: { kind: 'form', id: uuid }, platform, note: comment })
    return row
  })
}

interface Effect {
  data?: Data
  entry: { before?: object; after?: object }
}

/** One act on a form, whole: locked, checked, done, audited. Answers the new version. */
function act(
  context: Context,
  uuid: string,
  how: FormAct,
  seen: number | undefined,
  effect?: (tx: Tx, form: FormState) => Promise<Effect>,
): Promise<number> {
  return context.db.transaction().execute((tx) => actIn(tx, context, { uuid, how, seen }, effect))
}

async function actIn(
  tx: Tx,
  context: Context,
  { uuid, how, seen }: { uuid: string; how: FormAct; seen: number | undefined },
  effect?: (tx: Tx, form: FormState) => Promise<Effect>,
): Promise<number> {
  const { account, platform, now } = context
  const { version, approvedBy, ...form } = await lock(tx, platform, uuid)
  if (seen !== undefined && seen !== version) {
    const current = { version, status: form.status }
    throw new Refusal(412, `The form was changed meanwhile: version ${version}, not ${seen}.`, current)
  }
  const whyNot = whyNotForm(how, form)
  if (whyNot !== null) throw new Refusal(409, whyNot, { version, status: form.status })
  const notBy = whyNotBy(how, form, account)
  if (notBy !== null) throw new Refusal(403, notBy)
  const faults = faultsBefore(how, form, now())
  if (faults.length > 0) {
    throw new Refusal(409, `Not ready for review: ${faultsText(faults)}.`, { version, status: form.status, faults })
  }
  const { data, entry } = (await effect?.(tx, form)) ?? { entry: {} }
  const { to } = FORM_MOVES[how]
  const leavesHand = how === 'change' || how === 'review'
  await tx
    .updateTable('document_form')
    .set({
      status: to,
      version: sql`version + 1`,
      updated_at: now(),
      hands: leavesHand ? [...new Set([...form.hands, account.id])] : [...form.hands],
      approved_by: how === 'approve' ? account.id : to === 'new' ? null : approvedBy,
      ...(how === 'approve' ? { approved_at: now() } : to === 'new' && { approved_at: null }),
      ...(data && { data: JSON.stringify(data) }),
    })
    .where('id', '=', uuid)
    .execute()
  await record(tx, context, {
    action: ACTIONS[how],
    object: { kind: 'form', id: uuid },
    version: version + 1,
    before: { status: form.status, ...entry.before },
    after: { status: to, ...entry.after },
  })
  return version + 1
}

const ACTIONS: Record<FormAct, string> = {
  change: 'change form',
  review: 'change status',
  renew: 'change status',
  approve: 'approve form',
  sign: 'submit form',
}

async function lock(tx: Tx, platform: string, uuid: string) {
  const row = isUuid(uuid)
    ? await tx
        .selectFrom('document_form')
        .select(['type', 'status', 'data', 'hands', 'version', 'approved_by'])
        .where('id', '=', uuid)
        .where('platform', '=', platform)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw noForm(uuid)
  const { type, data, hands, approved_by: approvedBy } = row
  return { type, data, hands, approvedBy, status: row.status as FormStatus, version: Number(row.version) }
}

/** Gives the files that the answers name to the form: its own, or what the same person uploaded for no other. */
async function claimFiles(tx: Tx, { account }: Context, uuid: string, platform: string, data: Data): Promise<void> {
  const guids = [...new Set((data[ATTACHMENTS] as string[] | null | undefined)?.map((guid) => guid.toLowerCase()))]
  if (guids.length === 0) return
  const claimed = await tx
    .updateTable('file')
    .set({ form_id: uuid })
    .where('id', 'in', guids)
    .where('platform', '=', platform)
    .where('alert_id', 'is', null)
    .where('is_signed', '=', false)
    .where((eb) =>
      eb.or([eb('form_id', '=', uuid), eb.and([eb('form_id', 'is', null), eb('created_by', '=', account.id)])]),
    )
    .returning('id')
    .execute()
  const strange = guids.find((guid) => !claimed.some(({ id }) => id === guid))
  if (strange !== undefined) throw new Refusal(400, `${ATTACHMENTS}: there is no uploaded file ${strange}`)
}

async function insertFile(
  tx: Tx,
  { account, platform }: Context,
  file: Omit<Upload, 'bytes'>,
  of: { form_id: string | null; is_signed: boolean; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('file')
    .values({ ...file, ...of, platform, created_by: account.id })
    .execute()
}
