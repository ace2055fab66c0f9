/** The fields of replies that never had a value over the demo world: every call of the catalogue that reads is made on many records. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { eachCall } from '#contract/table.ts'
import { FORM_TYPES } from '#contract/model/forms/document-form.ts'
import { RULE_AREAS } from '#contract/model/values.ts'
import type { TestServer } from './server.ts'

const platform = 'paxum'
type Params = Record<string, string>
interface Asked {
  params?: Params
  query?: Record<string, unknown>
}

/** How a call is made, for those whose parameters do not follow from their names. */
const QUERIES: Record<string, Record<string, unknown>[]> = {
  'cases.list': [{ pageSize: '500', platform, 'status[]': ['new', 'await', 'complete', 'process', 'error', 'str'] }],
  'customers.list': [{ pageSize: '200', platform }],
  'customers.contracts': [{ pageSize: '200', platform }],
  'rules.list': [{ pageSize: '2000', platform, withDeleted: 'true' }],
  'rules.sampleEnrichment': [{ summary: '1' }],
  'reports.transactions': [{ pageSize: '500', platform }],
  'reports.metadata': [{ platform }],
}

/** Calls of which the demo world has no object, or that read nothing; each with the reason. */
const NOT_ASKED: Record<string, string> = {
  'session.logout': 'ends the session',
  'session.refreshByGet': 'changes the token',
  'session.check': 'takes the token as its query',
  'documentForms.documentUrl': 'signs the address of one document',
  'assistant.history': 'nobody has asked the assistant yet',
}

/** Of each schema of an object, the place where it was first met, and its fields, each with whether it had a value. */
type Seen = Map<z.ZodMiniType, { place: string; fields: Map<string, boolean> }>

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  getter?: () => z.ZodMiniType
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Marks the fields of a value that its schema names. */
function mark(seen: Seen, schema: z.ZodMiniType, value: unknown, place: string): void {
  if (isEmpty(value)) return
  const def = schema.def as unknown as Def
  const inner = def.innerType ?? def.getter?.()
  if (inner) return mark(seen, inner, value, place)
  if (def.element && Array.isArray(value)) for (const item of value) mark(seen, def.element, item, place)
  for (const option of def.options ?? []) mark(seen, option, value, place)
  if (!def.shape || typeof value !== 'object') return
  const { fields } = seen.get(schema) ?? { fields: new Map<string, boolean>() }
  if (!seen.has(schema)) seen.set(schema, { place, fields })
  for (const [name, field] of Object.entries(def.shape)) {
    const own = (value as Record<string, unknown>)[name]
    fields.set(name, (fields.get(name) ?? false) || !isEmpty(own))
    mark(seen, field, own, `${place}.${name}`)
  }
}

/** The fields without a value anywhere, and the keys of records without declared fields, such as transactions. */
export async function fieldsOfDemo(server: TestServer): Promise<{ without: string[]; keys: ReadonlySet<string> }> {
  const values = await paramsOf(server)
  const seen: Seen = new Map()
  const keys = new Set<string>()
  for (const [name, call] of eachCall()) {
    if (call.method !== 'GET' || call.gives !== 'json' || call.ours || name in NOT_ASKED) continue
    const replies = await Promise.all(inputsOf(name, call, values).map((input) => read(server, name, call, input)))
    for (const reply of replies) {
      mark(seen, call.reply, reply, name)
      collect(keys, reply)
    }
  }
  const without = [...seen.values()].flatMap(({ place, fields }) =>
    [...fields].flatMap(([name, isSeen]) => (isSeen ? [] : [`${place}.${name}`])),
  )
  return { without, keys }
}

/** The names of all fields with a value, at any depth. */
function collect(keys: Set<string>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, own] of Object.entries(value)) {
    if (isEmpty(own)) continue
    keys.add(key)
    collect(keys, own)
  }
}

async function read(server: TestServer, name: string, call: Call, input: Asked): Promise<unknown> {
  const response = await server.send(call, input as never, { as: 'superadmin', platform })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${name} ${JSON.stringify(input)}: ${response.status} ${await response.text()}`)
  return response.json()
}

function inputsOf(name: string, call: Call, values: Record<string, Params[]>): Asked[] {
  const queries = name === 'alerts.list' ? (values['caseId'] ?? []) : (QUERIES[name] ?? [{}])
  const names = [...call.path.matchAll(/\{(\w+)\}/g)]
    .map(([, param = '']) => param)
    .filter((param) => param !== 'platform')
  const asked = names.length === 0 ? [{}] : (values[name] ?? values[names.join(' ')])
  if (!asked) throw new Error(`${name}: nothing is known of {${names.join('}, {')}}`)
  return asked.flatMap((params) => queries.map((query) => ({ params: { platform, ...params }, query })))
}

/** Parameters by their names, or by the call; of each kind of record one of every sort. */
async function paramsOf({ db }: TestServer): Promise<Record<string, Params[]>> {
  const rows = async (query: ReturnType<typeof sql<Params>>) => (await query.execute(db)).rows
  const cases = await rows(sql`
    select distinct on (c.service, c.status, k.type) c.id as "caseId" from monitoring_case c
    join customer k on k.platform = c.platform and k.id = c.customer_id
    where c.platform = ${platform} order by c.service, c.status, k.type, c.alert_count desc, c.id desc`)
  const alerts = await rows(sql`
    select distinct on (kind, rule_type, status) id::text as "alertId" from alert where platform = ${platform}
    order by kind, rule_type, status, id desc`)
  const customers = await rows(sql`
    select distinct on (c.type, c.account_status, c.kyc_status, r.level, t.id is null, f.id is null, m.company_id is null)
      c.id as "customerId" from customer c
    left join customer_risk r on r.platform = c.platform and r.customer_id = c.id
    left join helpdesk_ticket t on t.platform = c.platform and t.customer_id = c.id
    left join document_form f on f.platform = c.platform and f.customer_id = c.id
    left join company_member m on m.platform = c.platform and m.company_id = c.id
    where c.platform = ${platform}
    order by c.type, c.account_status, c.kyc_status, r.level, t.id is null, f.id is null, m.company_id is null, c.id`)
  const rules = await rows(sql`select id::text as "ruleId" from rule where platform = ${platform} order by id`)
  const forms = await rows(sql`select id::text as uuid from document_form where platform = ${platform}`)
  return {
    caseId: cases,
    alertId: alerts,
    'rules.alertProcedures': await rows(sql`select max(id)::text as "alertId" from alert
      where platform = ${platform} and kind = 'transaction' group by rule_id`),
    'rules.accountAlertProcedures': await rows(sql`select max(id)::text as "alertId" from alert
      where platform = ${platform} and kind = 'account' group by rule_id`),
    'customerId ruleId': await rows(sql`select distinct on (kind, rule_id) customer_id as "customerId",
      rule_id::text as "ruleId" from alert where platform = ${platform} order by kind, rule_id, id desc`),
    customerId: customers,
    'customers.sanctions': await rows(sql`select distinct on (outcome) customer_id as "customerId" from sanctions_hit
      where platform = ${platform} order by outcome, id`),
    ruleId: rules,
    ruleType: RULE_AREAS.map((ruleType) => ({ ruleType })),
    revisionId: await rows(sql`select max(id)::text as "revisionId" from rule_revision group by rule_id`),
    contractId: await rows(sql`select distinct on (status) id::text as "contractId" from contract
      where platform = ${platform} order by status, id`),
    'tasks.view': await rows(sql`select uuid::text from task where platform = ${platform}`),
    id: await rows(sql`select id::text from allowlist where platform = ${platform}`),
    'allowlists.version': await rows(sql`select v.id::text from allowlist_version v
      join allowlist a on a.id = v.allowlist_id where a.platform = ${platform}`),
    versionId: await rows(sql`select version_id::text as "versionId" from allowlist where platform = ${platform}`),
    configId: await rows(sql`select id::text as "configId" from config_set where platform = ${platform}`),
    uuid: forms,
    'customerId type': await rows(sql`select distinct on (type) customer_id as "customerId", type from document_form
      where platform = ${platform} order by type, id`),
    query: FORM_TYPES.map((query) => ({ query })),
    ticketId: await rows(sql`select distinct on (status) id::text as "ticketId" from helpdesk_ticket
      where platform = ${platform} order by status, id`),
    'ticketId threadId': await rows(sql`select distinct on (direction) ticket_id::text as "ticketId",
      m.id::text as "threadId" from helpdesk_message m join helpdesk_ticket t on t.id = m.ticket_id
      where t.platform = ${platform} order by direction, m.id`),
    tempId: [{ tempId: 'purpose' }],
    term: [{ term: 'a' }, { term: 'ana' }, { term: 'mar' }],
    'fieldName term': [{ fieldName: 'clientName', term: 'ana' }],
    fieldName: [{ fieldName: 'transactionCountry' }],
    sessionId: [{ sessionId: 'none' }],
    phrase: [{ phrase: 'hello' }],
    source: [{ source: 'demo' }],
    n: [{ n: '1' }, { n: '500' }],
  }
}
