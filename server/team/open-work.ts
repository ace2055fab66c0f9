/** The open work of a platform, by queue and person: the one definition behind the team's pages and the handover. */
import { sql } from 'kysely'
import { dueOn, FORM_SOON_DAYS, type FormStatus, type FormType } from '#contract/model/forms/document-form.ts'
import { LOAD_QUEUES, type LoadQueue, type QueueLoad } from '#contract/model/team/team.ts'
import { dueIs, OPEN_ALERT, type Db } from '#server/store/sql.ts'
import { dayOf } from './absence.ts'

const DAY = 86_400_000

interface Counted extends QueueLoad {
  queue: LoadQueue
  owner: string | null
}

/** The statements, as the database is sent them. Only cases and account alerts have due dates in business hours. */
export const openStatements = (platform: string, now: Date) => ({
  counted: sql<Counted>`
    select 'case' as queue, c.manager_id as owner, count(*)::int as open,
      (count(*) filter (where ${dueIs('c', 'breached', now)}))::int as breached,
      (count(*) filter (where ${dueIs('c', 'soon', now)}))::int as "dueSoon"
    from monitoring_case c where c.platform = ${platform} and c.status in ('new', 'await') group by 2
    union all select 'accountAlert', a.manager_id, count(*)::int,
      (count(*) filter (where ${dueIs('a', 'breached', now)}))::int,
      (count(*) filter (where ${dueIs('a', 'soon', now)}))::int
    from alert a where a.platform = ${platform} and a.kind = 'account' and a.status in ${OPEN_ALERT} group by 2
    union all select 'sanctionsHit', (select min(a.manager_id) from alert a where a.hit_id = h.id) as owner,
      count(*)::int, 0, 0
    from sanctions_hit h where h.platform = ${platform} and h.outcome = 'potential_match' group by 2
    union all select 'ticket', t.created_by, count(*)::int, 0, 0
    from helpdesk_ticket t where t.platform = ${platform} and t.status = 'open' group by 2`,
  forms: sql<OpenFormRow>`select id, author_id as owner, type, status, customer_name as client,
      data ->> 'detectedOn' as detected_on, data ->> 'nextReview' as next_review
    from document_form where platform = ${platform} and status <> 'submitted'
      and (type = 'sar' or status <> 'approved')`,
})

interface OpenFormRow {
  id: string
  owner: string
  type: FormType
  status: FormStatus
  client: string
  detected_on: string | null
  next_review: string | null
}

export interface OpenForm {
  id: string
  owner: string
  type: FormType
  status: FormStatus
  client: string
  /** `YYYY-MM-DD`; null for due diligence. */
  due: string | null
  isBreached: boolean
  isDueSoon: boolean
}

const toOpenForm = ({ detected_on, next_review, ...row }: OpenFormRow, now: Date): OpenForm => {
  const due = dueOn({ formType: row.type, status: row.status, detectedOn: detected_on, nextReview: next_review })
  const isBreached = due !== null && due < dayOf(now)
  const isDueSoon = due !== null && !isBreached && due <= dayOf(new Date(now.getTime() + FORM_SOON_DAYS * DAY))
  return { ...row, due, isBreached, isDueSoon }
}

export type Loads = Readonly<Record<LoadQueue, QueueLoad>>

const NOTHING: QueueLoad = { open: 0, breached: 0, dueSoon: 0 }
export const NO_LOADS = Object.fromEntries(LOAD_QUEUES.map((queue) => [queue, NOTHING])) as Loads

export interface OpenWork {
  /** By account; null for what nobody has. */
  byPerson: ReadonlyMap<string | null, Loads>
  total: Loads
  /** Ordered by due date. */
  forms: readonly OpenForm[]
}

/** Everything that waits: open cases, account alerts, sanctions hits, forms that are not filed, tickets that wait for us. */
export async function openWork(db: Db, platform: string, now: Date): Promise<OpenWork> {
  const statements = openStatements(platform, now)
  const [counted, formRows] = await Promise.all([statements.counted.execute(db), statements.forms.execute(db)])
  const forms = formRows.rows
    .map((row) => toOpenForm(row, now))
    .toSorted((a, b) => (a.due ?? '9').localeCompare(b.due ?? '9') || a.id.localeCompare(b.id))
  const byPerson = new Map<string | null, Record<LoadQueue, QueueLoad>>()
  const total = { ...NO_LOADS } as Record<LoadQueue, QueueLoad>
  const add = ({ queue, owner, open, breached, dueSoon }: Counted) => {
    const own = byPerson.get(owner) ?? { ...NO_LOADS }
    for (const loads of [own, total]) {
      const was = loads[queue]
      loads[queue] = { open: was.open + open, breached: was.breached + breached, dueSoon: was.dueSoon + dueSoon }
    }
    byPerson.set(owner, own)
  }
  for (const row of counted.rows) add(row)
  for (const { owner, isBreached, isDueSoon } of forms) {
    add({ queue: 'form', owner, open: 1, breached: Number(isBreached), dueSoon: Number(isDueSoon) })
  }
  return { byPerson, total, forms }
}
