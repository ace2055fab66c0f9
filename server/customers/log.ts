/** A customer's history, newest first: changes by its platform, and the staff's actions on its account. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { LISTED_MAX, toStamp } from '#contract/model/common.ts'
import { CUSTOMER_FORM_TYPES, type CustomerFormType } from '#contract/model/ticket.ts'
import type { Db } from '#server/store/sql.ts'

type LogEntry = Output<typeof customers.log>['items'][number]

interface Acted {
  n: string
  at: Date
  by: string
  action: string
  note: string | null
  before: unknown
  after: unknown
  /** The name on the sanctions list, where it is about a hit. */
  hit: string | null
  /** The requested form, for an entry about one. */
  form: CustomerFormType | null
}

export async function logOf(db: Db, platform: string, customerId: string): Promise<LogEntry[]> {
  const [events, acts] = await Promise.all([eventsOf(db, platform, customerId), actsOn(db, platform, customerId)])
  return [...events, ...acts]
    .toSorted((a, b) => (a.at.date < b.at.date ? 1 : a.at.date > b.at.date ? -1 : 0))
    .slice(0, LISTED_MAX)
}

async function eventsOf(db: Db, platform: string, customerId: string): Promise<LogEntry[]> {
  const rows = await db
    .selectFrom('customer_event')
    .select(['id', 'at', 'author', 'action', 'field', 'before', 'after'])
    .where('platform', '=', platform)
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ id, at, author, action, field, before, after }) => ({
    id: `e${id}`,
    at: toStamp(at),
    by: author,
    action,
    ...(field !== null && { field, before, after }),
  }))
}

/** From the audit: the customer, its account alerts, its sanctions hits and requested forms. */
async function actsOn(db: Db, platform: string, customerId: string): Promise<LogEntry[]> {
  const { rows } = await sql<Acted>`
    select t.n, t.at, coalesce(p.first_name || ' ' || p.last_name, t.actor) as by, t.action, t.note, t.before, t.after,
      h.name as hit, q.form_type as form
    from audit t left join account p on p.id = t.actor
    left join sanctions_hit h on h.id = case when t.object_kind = 'sanctions hit' then t.object_id::bigint end
    left join customer_form q on q.id = case when t.object_kind = 'customer form' then t.object_id::uuid end
    where t.platform = ${platform} and (
      (t.object_kind = 'customer' and t.object_id = ${customerId})
      or (t.object_kind = 'alert' and t.object_id = any(array(
        select a.id::text from alert a
        where a.platform = ${platform} and a.customer_id = ${customerId} and a.kind = 'account')))
      or (t.object_kind = 'sanctions hit' and t.object_id = any(array(
        select s.id::text from sanctions_hit s where s.platform = ${platform} and s.customer_id = ${customerId})))
      or (t.object_kind = 'customer form' and t.action <> 'make form link' and t.object_id = any(array(
        select f.id::text from customer_form f where f.platform = ${platform} and f.customer_id = ${customerId}))))
    order by t.n desc limit ${LISTED_MAX}`.execute(db)
  return rows.map(({ n, at, by, action, ...change }) => ({
    id: `a${n}`,
    at: toStamp(at),
    by,
    action,
    ...whatOf(change),
  }))
}

/** The changed fields with old and new values; a note as its text. */
function whatOf({ note, before, after, hit, form }: Pick<Acted, 'note' | 'before' | 'after' | 'hit' | 'form'>) {
  const [old, next] = [before, after].map(shown)
  if (hit !== null) return { field: 'outcome', before: stateOf(old), after: `${stateOf(next)}: ${hit}` }
  if (form !== null) return { field: CUSTOMER_FORM_TYPES[form], before: stateOf(old), after: stateOf(next) }
  const changed = Object.keys(next ?? {}).filter((field) => wordOf(old?.[field]) !== wordOf(next?.[field]))
  if (changed.length === 0) return note === null ? {} : { field: 'note', before: null, after: note }
  const words = (state: Record<string, unknown> | undefined) =>
    changed.map((field) => wordOf(state?.[field])).join(', ')
  return { field: changed.join(', '), before: words(old), after: words(next) }
}

/** The states of a hit or a form as text; a requested form has none before it is submitted. */
function stateOf(state: Record<string, unknown> | undefined): string {
  const { outcome, status = 'formType' in (state ?? {}) ? 'not_submitted' : null } = state ?? {}
  return wordOf(outcome ?? status).replaceAll('_', ' ')
}

/** A decision is one entry by its displayed status, not by status and flag. */
function shown(value: unknown): Record<string, unknown> {
  const { sar, ...state } = (value ?? {}) as Record<string, unknown>
  return sar === 1 && state['status'] === 'resolved' ? { ...state, status: 'sar' } : state
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'object') return 'name' in value ? String(value.name) : JSON.stringify(value)
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it, of a value of any kind, no-base-to-string objects
  return String(value as string | number)
}
