/** The list of cases as the server takes it: a server of the catalogue alone gets the stated statuses and pages. */
import type { Input, Output } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { CASE_STATUSES, PAGE_SIZES, type CaseStatus } from '#contract/model/values.ts'
import type { Data } from '#src/data/data.ts'
import type { SendOptions } from '#src/data/net/api.ts'
import { capabilitiesQuery, PLAIN } from '#src/data/net/capabilities.ts'

type Query = NonNullable<Input<typeof cases.list>['query']>
type Reply = Output<typeof cases.list>

/**
 * Statuses beyond the statement of `statusQuery`, and those stated in their place
 * (docs/design/specification.md#constants).
 */
const STATED = new Map<string, CaseStatus[]>([
  [CASE_STATUSES.join(), CASE_STATUSES.filter((status) => status !== 'reject')],
  ['complete,str', ['complete']],
  ['complete,process', ['complete']],
])

/** Reads a page of any size. The answer of a plain server is put together from as many pages of 20 as there are. */
export async function listCases(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  query: Omit<Query, 'page' | 'pageSize'>,
  { page, pageSize }: { page: number; pageSize: number },
  how: SendOptions,
): Promise<Reply> {
  const { version } = await queries.ensureQueryData(capabilitiesQuery(api)).catch(() => PLAIN)
  if (version !== PLAIN.version) return api.send(cases.list, { query: { ...query, page, pageSize } }, how)
  const statuses = query['status[]']
  const stated = { ...query, ...(statuses && { 'status[]': STATED.get(statuses.join()) ?? statuses }) }
  const size = PAGE_SIZES.cases
  const send = (each: number) => api.send(cases.list, { query: { ...stated, page: each, pageSize: size } }, how)
  const parts = Math.ceil(pageSize / size)
  const start = (page - 1) * parts + 1
  const first = await send(start)
  const last = Math.min(start + parts - 1, Math.ceil(first.total / size))
  const rest = await Promise.all(Array.from({ length: Math.max(0, last - start) }, (_, n) => send(start + 1 + n)))
  return { ...first, items: [first, ...rest].flatMap(({ items }) => items).slice(0, pageSize) }
}
