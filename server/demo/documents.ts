/** SAR and EDD forms of the demo world in every state, with comments and files; and the files of customers' documents. */
import { sql, type Transaction } from 'kysely'
import { FORM_STATUSES, FORM_TYPES, type FormStatus, type FormType } from '#contract/model/forms/document-form.ts'
import type { FormField } from '#contract/model/forms/form-field.ts'
import { ATTACHMENTS, FORM_SECTIONS } from '#contract/model/forms/form-sections.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { recordEach, type Actor, type Entry } from '#server/audit/audit.ts'
import type { Account } from '#server/core/context.ts'
import { uuidOf } from '#server/core/uuid.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { prefill } from '#server/forms/prefill.ts'
import type { Subject } from '#server/forms/subject.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { COMMENTS, FORM_ANSWERS, SPECIMENS, type Specimen } from './form-texts.ts'
import { randomOf, type Random } from './random.ts'
import { SPECIMEN_FILES, type SpecimenName } from './specimen-files.ts'

type Tx = Transaction<Database>
const HOUR = 3_600_000
/** Forms of each type in a district: every state twice. */
const OF_TYPE = 2 * FORM_STATUSES.length

interface Made {
  id: string
  type: FormType
  status: FormStatus
  subject: Subject
  author: Account
  approver: Account
  data: Record<string, unknown>
  createdAt: Date
  files: { id: string; name: string; specimen: Specimen; isSigned: boolean }[]
}

/** Stores the specimen files, unless they exist. */
export async function keepSpecimens(files: FileStore): Promise<void> {
  const specimens = [
    ...(Object.keys(SPECIMENS) as Specimen[]).map((name) => ({ id: idOf(name), bytes: bytesOf(name) })),
    ...Object.entries(SPECIMEN_FILES).map(([name, { bytes }]) => ({ id: idOf(name), bytes })),
  ]
  for (const specimen of specimens) {
    if (!(await files.measure(specimen.id))) await files.keep([specimen], async () => {})
  }
}

/** Writes forms of some of a district's customers, and a file for each of their documents. */
export async function seedDocuments(
  tx: Tx,
  { platform, number, customerIds }: { platform: string; number: number; customerIds: readonly string[] },
  { accounts, staff, anchor }: { accounts: ReadonlyMap<string, Account>; staff: readonly string[]; anchor: Date },
): Promise<void> {
  const [first] = staff
  if (first === undefined) return
  await fileDocuments(tx, platform, customerIds, first)
  const approvers = [...accounts.values()].filter(
    ({ roles, platforms, id }) =>
      roles.includes('document_admin') && platforms.includes(platform) && !staff.includes(id),
  )
  if (approvers.length === 0 || !findPlatform(platform)?.forms.sar) return
  const random = randomOf(`docket forms 1 ${platform} ${number}`)
  const authors = staff.flatMap((id) => accounts.get(id) ?? [])
  const subjects = {
    sar: await subjectsOf(tx, platform, customerIds, true),
    edd: await subjectsOf(tx, platform, customerIds, false),
  }
  const made: Made[] = []
  for (const type of FORM_TYPES) {
    const some = type === 'sar' ? subjects.sar : subjects.edd.slice(type === 'edd_ong' ? 0 : OF_TYPE)
    for (const [n, subject] of some.slice(0, OF_TYPE).entries()) {
      const status = FORM_STATUSES[n % FORM_STATUSES.length] ?? 'new'
      const people = { author: random.pick(authors), approver: random.pick(approvers) }
      made.push(await makeForm(tx, random, { type, status, subject, ...people }, anchor))
    }
  }
  await write(tx, platform, made)
}

/** Customers, latest first: with a case recommended for an STR, or any. */
async function subjectsOf(
  tx: Tx,
  platform: string,
  customerIds: readonly string[],
  isSuspicious: boolean,
): Promise<Subject[]> {
  let query = tx
    .selectFrom('customer as c')
    .select(['c.platform', 'c.id', 'c.type', 'c.name', 'c.country', 'c.profile'])
    .where('c.platform', '=', platform)
    .where('c.id', '=', sql<string>`any(${customerIds})`)
  if (isSuspicious) {
    query = query.where(sql<boolean>`exists (select from monitoring_case m
      where m.platform = c.platform and m.customer_id = c.id and m.recommended_str = 1)`)
  }
  return query
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id')
    .limit(2 * OF_TYPE)
    .execute()
}

async function makeForm(
  tx: Tx,
  random: Random,
  given: Pick<Made, 'type' | 'status' | 'subject' | 'author' | 'approver'>,
  anchor: Date,
): Promise<Made> {
  const { type, status, subject } = given
  const id = uuidOf(`form:${subject.platform}/${subject.id}/${type}`)
  const known = await prefill(tx, type, subject)
  const specimens = random.chance(0.7) ? (['statement', 'identity'] as const).slice(0, random.int(1, 2)) : []
  const files = specimens.map((specimen) => toFile(id, specimen, false))
  if (status === 'submitted') files.push(toFile(id, 'signed', true))
  const attached = files.flatMap((file) => (file.isSigned ? [] : [file.id]))
  const data = {
    // a draft is partly filled; a submitted form is complete
    ...(status === 'new' ? {} : answers(random, type, subject, anchor)),
    ...known,
    ...(attached.length > 0 && { [ATTACHMENTS]: attached }),
  }
  const createdAt = new Date(anchor.getTime() - random.int(6 * 24, 60 * 24) * HOUR)
  return { ...given, id, data, createdAt, files }
}

function toFile(form: string, specimen: Specimen, isSigned: boolean): Made['files'][number] {
  return { id: uuidOf(`file:${form}/${specimen}`), name: `${specimen}.txt`, specimen, isSigned }
}

function answers(random: Random, type: FormType, { name }: Subject, anchor: Date): Record<string, unknown> {
  const day = (offset: number) => new Date(anchor.getTime() + offset * 24 * HOUR).toISOString().slice(0, 10)
  const answer = (field: FormField): unknown => {
    const said = FORM_ANSWERS[field.name]
    if (said !== undefined) return random.pick(said).replaceAll('{client}', name)
    if (field.kind === 'choice') return random.pick(field.options)
    if (field.kind === 'choices') return [random.pick(field.options)]
    if (field.kind === 'date') return day(field.name === 'nextReview' ? 365 : -random.int(61, 90))
    if (field.kind === 'amount') return String(random.int(1000, 40_000))
    if (field.kind === 'flag') return random.chance(0.1)
    return field.kind === 'country' ? 'CA' : 'See the narrative'
  }
  const asked = FORM_SECTIONS[type].flatMap(({ fields }) => fields).filter(({ required }) => required)
  return Object.fromEntries(asked.map((field) => [field.name, answer(field)]))
}

/** The history of a form, one step for each of its versions. */
function stepsOf({ status, author, approver, createdAt }: Made) {
  const at = (hours: number) => new Date(createdAt.getTime() + hours * HOUR)
  const all = [
    { to: 'new', action: 'create form', by: author, at: at(0) },
    { to: 'review', action: 'change status', by: author, at: at(26) },
    { to: 'approved', action: 'approve form', by: approver, at: at(50) },
    { to: 'submitted', action: 'submit form', by: author, at: at(75) },
  ] as const
  return all.slice(0, FORM_STATUSES.indexOf(status) + 1)
}

async function write(tx: Tx, platform: string, made: readonly Made[]): Promise<void> {
  const isApproved = ({ status }: Made) => status === 'approved' || status === 'submitted'
  await insertRows(
    tx,
    'document_form',
    made.map((form) => ({
      id: form.id,
      platform,
      customer_id: form.subject.id,
      customer_name: form.subject.name,
      type: form.type,
      status: form.status,
      author_id: form.author.id,
      hands: [form.author.id],
      approved_by: isApproved(form) ? form.approver.id : null,
      approved_at: stepsOf(form).find(({ to }) => to === 'approved')?.at ?? null,
      created_at: form.createdAt,
      updated_at: stepsOf(form).at(-1)?.at,
      data: form.data,
      version: stepsOf(form).length,
    })),
  )
  await insertRows(
    tx,
    'file',
    made.flatMap((form) => form.files.map((file) => fileRow(platform, form, file))),
  )
  await insertRows(
    tx,
    'form_comment',
    made.flatMap((form) =>
      (COMMENTS[form.status] ?? []).map((comment, n) => ({
        id: uuidOf(`comment:${form.id}/${n}`),
        form_id: form.id,
        author_id: (n % 2 === 0 ? form.approver : form.author).id,
        comment,
        created_at: new Date(form.createdAt.getTime() + (27 + n) * HOUR),
      })),
    ),
  )
  const entries = made.flatMap((form) => entriesOf(platform, form)).toSorted((a, b) => +a[0].now() - +b[0].now())
  await recordEach(tx, entries)
}

function fileRow(platform: string, form: Made, { id, name, specimen, isSigned }: Made['files'][number]) {
  return {
    id,
    platform,
    form_id: form.id,
    is_signed: isSigned,
    stored_as: idOf(specimen),
    name,
    type: TYPE,
    size: bytesOf(specimen).length,
    created_by: form.author.id,
    created_at: form.createdAt,
  }
}

function entriesOf(platform: string, form: Made): [Actor, Entry][] {
  return stepsOf(form).map(({ to, action, by, at }, n) => [
    { account: by, platform, origin: { address: null, appVersion: null }, now: () => at },
    {
      action,
      object: { kind: 'form', id: form.id },
      version: n + 1,
      ...(n > 0 && { before: { status: FORM_STATUSES[n - 1] } }),
      after: n > 0 ? { status: to } : { type: form.type, customerId: form.subject.id, status: to },
    },
  ])
}

/** The columns of a file with the content of a specimen. */
export function specimenFile(name: SpecimenName) {
  const { bytes, type } = SPECIMEN_FILES[name]
  return { name, type, size: bytes.length, stored_as: idOf(name) }
}

/** The file of a customer's document has the document's id: a picture for proof of identity, else a PDF. */
async function fileDocuments(tx: Tx, platform: string, customerIds: readonly string[], by: string): Promise<void> {
  const specimen = sql`case d.purpose when 'identity' then 'identity.png' when 'contract' then 'contract.pdf' else 'statement.pdf' end`
  const names = Object.keys(SPECIMEN_FILES) as SpecimenName[]
  const specimens = JSON.stringify(names.map((name) => specimenFile(name)))
  await sql`
    insert into file (id, platform, name, type, size, stored_as, created_by, created_at)
    select d.id, d.platform, d.name, s.type, s.size, s.stored_as, ${by}, d.created_at
    from customer_document d
    join jsonb_populate_recordset(null::file, ${specimens}::jsonb) s on s.name = ${specimen}
    where d.platform = ${platform} and d.customer_id = any(${customerIds})
    on conflict (id) do nothing`.execute(tx)
}

const TYPE = 'text/plain; charset=utf-8'
const idOf = (specimen: string) => uuidOf(`specimen:${specimen}`)
const bytesOf = (specimen: Specimen) => Buffer.from(SPECIMENS[specimen])
