/** Options of the case screens' filters and commands, read on first use. Failures give an empty list. */
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import { exclusionFrom } from '#contract/model/team/exclusion.ts'
import { pathTerm } from '#contract/model/customer.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import { SERVICES, type Role } from '#contract/model/values.ts'
import type { Option } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { managersKey } from '#src/data/managers.ts'
import { namesOf } from '#src/data/names.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { ruleChoices } from '#src/data/rule-names.ts'
import { readFactsAhead } from '#src/features/facts/public.ts'
import type { AssignableWork, Manager } from '#src/features/cases/detail/case-deps.ts'
import type { Choice, Lookups } from '#src/features/lists/public.ts'
import { formatCount } from '#src/format/count.ts'
import { serviceName } from '#src/format/name.ts'

type Reads = Pick<Data, 'api' | 'queries'>

const GOOD_MS = 10 * 60_000

/** Possible assignees. A server without a list is searched for staff by the term, and has no workload. */
export function findManagers({ api, queries }: Reads, platform: string, term: string): Promise<readonly Manager[]> {
  const search = pathTerm(term.trim())
  const searched = () =>
    queries.ensureQueryData({
      queryKey: [...managersKey(platform), search],
      queryFn: async ({ signal }) => {
        const how = { signal, platform, quiet: true }
        const { items } = await api.send(customers.searchUsers, { params: { term: search } }, how)
        return items.map(({ id, name }): Manager => ({ id, name }))
      },
      staleTime: GOOD_MS,
      retry: false,
    })
  return queries
    .ensureQueryData({
      queryKey: managersKey(platform),
      queryFn: ({ signal }) => api.send(cases.managers, { query: { platform } }, { signal, platform, quiet: true }),
      staleTime: GOOD_MS,
    })
    .then(({ items }): readonly Manager[] => items)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'missing') return searched()
      throw error
    })
    .catch(() => [])
}

/** Reads the facts of cases, a few at a time. */
export const readFactsOf = (data: Reads, rows: readonly CaseItem[], tell?: (read: number) => void): Promise<void> =>
  readFactsAhead(
    data,
    rows.map(({ id, platform }) => ({ kind: 'case', id, platform })),
    tell,
  )

/** The signed-in user: a person who may not assign others takes work. */
export const onlyMe = (me: Person | null): Option<Person>[] =>
  me ? [{ id: me.id, value: me, title: `${me.name} (me)`, detail: 'only managers assign others' }] : []

/** Those whom the roster has on the queue, and the signed-in user, for a palette; who is excluded cannot be chosen. */
export async function assignees(
  data: Reads,
  me: Person | null,
  { platform, term, dealt }: { platform: string; term: string; dealt: AssignableWork },
): Promise<Option<Person>[]> {
  const all = await findManagers(data, platform, term)
  const fitting = all.filter(({ id, queues }) => id === me?.id || !queues || queues.includes(dealt.queue))
  return optionsOf(fitting, me, dealt)
}

/** The managers of a platform but for the signed-in user, to escalate to; the roster does not matter. */
export async function superiors(
  data: Reads,
  me: Person | null,
  { platform, dealt }: { platform: string; dealt: AssignableWork },
): Promise<Option<Person>[]> {
  const all = await findManagers(data, platform, '')
  return optionsOf(
    all.filter(({ id, roles = [] }) => id !== me?.id && mayAssignOthers(roles as readonly Role[])),
    me,
    dealt,
  )
}

function optionsOf(people: readonly Manager[], me: Person | null, dealt: AssignableWork): Option<Person>[] {
  return people.map(({ id, name, open, excludedFrom = [] }) => {
    const isExcluded = dealt.customerIds.some(
      (customerId) => exclusionFrom(excludedFrom, { queue: dealt.queue, customerId, ruleTypes: [] }) !== undefined,
    )
    return {
      id,
      value: { id, name },
      title: id === me?.id ? `${name} (me)` : name,
      ...(open !== undefined && { detail: `${formatCount(open)} open` }),
      ...(isExcluded && { disabled: 'Excluded from this work' }),
      keywords: [id],
    }
  })
}

/** Customers by a part of a name. */
export function findCustomers({ api }: Reads, platform: string, term: string): Promise<readonly Choice[]> {
  const params = { platform, term: pathTerm(term.trim()) }
  return api.send(customers.search, { params }, { quiet: true }).then(
    ({ items }) => items.map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} (${detail})` : name })),
    () => [],
  )
}

/** The values of the filter's fields that have to be loaded. */
export async function loadLookups(
  data: Pick<Data, 'api' | 'queries' | 'reference'>,
  platform: string,
): Promise<Lookups> {
  const { reference } = data
  const [people, rule] = await Promise.all([
    findManagers(data, platform, ''),
    ruleChoices(data, platform, 'transaction'),
    // names of countries and services are a help, not a condition
    reference.load().catch(() => undefined),
  ])
  const { services } = namesOf(reference)
  return {
    user: people.map(({ id, name }) => ({ value: id, label: name })),
    rule,
    countries: reference.list('countries').map(({ id, value }) => ({ value: id, label: `${value} (${id})` })),
    service: SERVICES.map((id) => ({ value: id, label: serviceName(id, services) })),
  }
}
