/** What the case screens share: the queue, its commands and the lists their filter chooses from. */
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { metrics } from '#contract/calls/metrics.ts'
import type { Command } from '#src/commands/command.ts'
import type { Hit, HitKind, Ports } from '#src/commands/ports.ts'
import type { Data } from '#src/data/data.ts'
import { SERVICES } from '#contract/model/values.ts'
import { namesOf } from '#src/data/names.ts'
import {
  createNarrowing,
  createPrivateWords,
  type Choice,
  type Lookups,
  type Narrowing,
} from '#src/features/lists/public.ts'
import type { Writing } from '#src/features/templates/public.ts'
import { serviceName } from '#src/format/name.ts'
import { actCommands } from './act-commands.ts'
import { caseCommands } from './case-commands.ts'
import type { CaseDeps, Manager } from './case-deps.ts'
import { queueFilterCommands } from './filter-commands.ts'
import { caseFilter, type CaseFilter } from './filter.ts'
import { findKnown, type Known } from './find.ts'
import { queueHref } from './links.ts'
import { caseQueries } from './queries.ts'
import { queueCommands } from './queue-commands.ts'
import { createQueue, type Queue } from './queue.ts'
import { openCases } from './source.ts'

/** What the window knows that cases do not. */
export type CasesPorts = Pick<CaseDeps, 'me' | 'mayAssign' | 'decided' | 'tooSoon' | 'isStuck'> &
  Pick<Writing, 'evidence'>

/** One and several, for words. */
export const CASE_NOUN = ['case', 'cases'] as const

export interface Cases {
  queue: Queue
  narrowing: Narrowing<CaseFilter>
  deps: CaseDeps
  commands: readonly Command[]
  /** For the palette: at once from this device, and later from the server. */
  find(query: string, kinds: readonly HitKind[]): readonly Hit[]
  /** Customers by a part of a name; none where the server does not answer. */
  findCustomers(platform: string, term: string): Promise<readonly Choice[]>
  findRemote: Ports['searchRemote']
  /** Begins to read ahead what will be wanted without a network. */
  readAhead(): void
}

/** The cases of this window. */
export function createCases(data: Data, ports: CasesPorts): Cases {
  const { api, queries, engine, reference } = data
  const names = namesOf(reference)
  const queue = createQueue((platform, filter) => openCases(data, platform, filter))

  // a list to choose from that cannot be loaded is empty, not an error in the way
  const managers = (platform: string): Promise<readonly Manager[]> =>
    queries.ensureQueryData(caseQueries.managers(api, platform)).then(
      ({ items }) => items,
      () => [],
    )
  const rulesQuery = (platform: string) =>
    queryOptions({
      queryKey: ['metrics', 'alertByRules', platform],
      queryFn: () => api.send(metrics.alertByRules, { params: { platform } }, { quiet: true }),
    })
  const choiceOf = ({ key, label }: { key: string; label: string }): Choice => ({ value: key, label })
  const rules = (platform: string) =>
    queries.ensureQueryData(rulesQuery(platform)).then(
      ({ items }) => items.map(choiceOf),
      () => [],
    )

  const customers = async (platform: string, term: string): Promise<readonly Choice[]> => {
    // an area of its own, wanted only here: not part of the first load
    const { customers: calls } = await import('#contract/calls/customers.ts')
    const params = { platform, term: term.trim() || ' ' }
    return api.send(calls.search, { params }, { quiet: true }).then(
      ({ items }) => items.map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} (${detail})` : name })),
      () => [],
    )
  }

  const lookups = async (platform: string): Promise<Lookups> => {
    // names of countries and services are a help, not a condition
    const loaded = reference.load().catch(() => undefined)
    const [people, ruleChoices] = await Promise.all([managers(platform), rules(platform), loaded])
    return {
      user: people.map(({ id, name }) => ({ value: id, label: name })),
      rule: ruleChoices,
      countries: reference.list('countries').map(({ id, value }) => ({ value: id, label: `${value} (${id})` })),
      service: SERVICES.map((id) => ({ value: id, label: serviceName(id, names.services) })),
    }
  }

  const pack = once(async () => (await import('./offline.ts')).startPack(data, deps))
  const { evidence } = ports
  const writing = () => ({
    me: ports.me() ?? { id: '', name: '' },
    now: Date.now(),
    services: names.services,
    evidence,
  })
  const deps: CaseDeps = {
    queue,
    managers,
    writing,
    review: () => ({ me: ports.me(), isReviewed: data.capabilities().fourEyes.includes('str') }),
    ...ports,
  }
  const narrowing = createNarrowing({
    kind: caseFilter,
    words: createPrivateWords(engine.snapshots),
    pathOf: queueHref,
    lookups,
    suggest: { customerId: customers },
  })
  const { hrefOf } = narrowing
  const known: Known = {
    queue,
    hrefOf,
    managers: (platform) => queries.getQueryData(caseQueries.managers(api, platform).queryKey)?.items ?? [],
    rules: (platform) => queries.getQueryData(rulesQuery(platform).queryKey)?.items.map(choiceOf) ?? [],
  }
  const queueAddress = () => {
    const { platform, filter } = queue.store.getState()
    return platform && hrefOf(platform, filter)
  }
  return {
    queue,
    narrowing,
    deps,
    find: (query, kinds) => findKnown(known, query, kinds),
    findCustomers: customers,
    async findRemote(query, kinds, signal, tell) {
      const { findHere, findRemote } = await import('./find-remote.ts')
      const { platform } = queue.store.getState()
      const here = await findHere(engine.replica, platform, query, kinds)
      tell(here)
      if (!data.connectivity.isOnline()) return here
      return [...here, ...(await findRemote(api, platform, query, kinds, signal))]
    },
    commands: [
      ...queueCommands({
        ...deps,
        keep: async (ids, onProgress) => (await pack()).keep(ids, onProgress),
      }),
      ...queueFilterCommands(queue, narrowing),
      ...actCommands(deps),
      ...caseCommands({ ...deps, queueAddress }),
    ],
    readAhead: () => void pack(),
  }
}

/** Runs something the first time it is asked for. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= run())
}

const Context = createContext<Cases | null>(null)

/** Hands the cases down to their screens. */
export const CasesProvider = Context.Provider

/** The cases of this window. Throws outside its provider. */
export function useCases(): Cases {
  const cases = use(Context)
  if (!cases) throw new Error('useCases outside CasesProvider')
  return cases
}
