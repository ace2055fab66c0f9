/** The shared state of the case screens: the queue, its commands and filter options. */
import type { Command } from '#src/commands/command.ts'
import type { Hit, HitKind, Ports } from '#src/commands/ports.ts'
import type { Data } from '#src/data/data.ts'
import { knownManagers } from '#src/data/managers.ts'
import { namesOf } from '#src/data/names.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import { ruleNamesQuery } from '#src/data/rule-names.ts'
import type { CaseDeps, Manager } from '#src/features/cases/detail/case-deps.ts'
import { caseFilter, type CaseFilter } from '#src/features/cases/queue/filter.ts'
import type { findOnDevice, Findable } from '#src/features/cases/queue/find.ts'
import type { Folding } from '#src/features/cases/queue/folding.ts'
import { inQueue, queueCommands } from '#src/features/cases/queue/queue-commands.ts'
import { createQueue, type Queue } from '#src/features/cases/queue/queue.ts'
import { openCaseSource } from '#src/features/cases/queue/source.ts'
import { evidenceOn, readFacts, type FactSubject } from '#src/features/facts/public.ts'
import {
  createNarrowing,
  createPrivateFilters,
  filterCommands,
  type Choice,
  type Narrowing,
} from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { useFeature } from '#src/features/states.ts'
import type { Writing } from '#src/features/templates/public.ts'
import { caseHref, customerHref, queueHref } from './links.ts'

/** Dependencies of cases on the window. */
export type CasesPorts = Pick<CaseDeps, 'me' | 'mayAssign' | 'isStuck'>

/** A way through the cases in which they are decided one after the other. */
export type CaseSteps = Pick<CaseDeps, 'decided' | 'tooSoon'> & Pick<Writing, 'evidence'>

/** Without one, a decision is made wherever its case is. */
const ANYWHERE: CaseSteps = { decided: () => ({}), tooSoon: () => null, evidence: () => '' }

/** The default of the minimum time on screen before a macro, ms. */
const DWELL_MS = 400

/** One and several, for words. */
export const CASE_NOUN = ['case', 'cases'] as const

export interface Cases {
  queue: Queue
  narrowing: Narrowing<CaseFilter>
  deps: CaseDeps
  /** The address of the case, or of the alerts of the customer, that an operation is about. */
  addressOf(target: { platform: string; caseId?: string; customerId: string }): string
  /** Decisions go through these steps from here on. */
  decideIn(steps: CaseSteps): void
  commands: readonly Command[]
  /** Stacks of similar rows, and lists of them. */
  folding(): Promise<Folding>
  /** Keeps cases for reading without a network. */
  keep(ids: readonly string[], onProgress: (done: number) => void): ReturnType<OfflinePack['keep']>
  /** For the palette: results of this device, later of the server. */
  find(query: string, kinds: readonly HitKind[]): readonly Hit[]
  /** Brings the search, which comes with the palette. */
  findWith(find: typeof findOnDevice): void
  /** Customers by a part of a name; none where the server does not answer. */
  findCustomers(platform: string, term: string): Promise<readonly Choice[]>
  findRemote: Ports['searchRemote']
  /** Shows the queue that an address asks for, unless its screen has to look up typed words first. */
  showFirst(platform: string, search: object): void
  /** Begins to read ahead what will be wanted without a network. */
  readAhead(): void
}

/** The cases of this window. */
export function createCases(data: Data, ports: CasesPorts): Cases {
  const { api, queries, engine, reference } = data
  const names = namesOf(reference)
  let steps = ANYWHERE
  const dwellMs = () => data.capabilities().dwellMs ?? DWELL_MS
  const folding = once(async () =>
    (await import('#src/features/cases/queue/deferred-commands.ts')).createFolding(data, queue, dwellMs),
  )
  const flat = (platform: string, filter: CaseFilter) => openCaseSource(data, platform, filter)
  const queue = createQueue((platform, filter) =>
    filter.fold
      ? folding().then(
          ({ open }) => open(platform, filter),
          () => flat(platform, filter),
        )
      : flat(platform, filter),
  )

  const lookups = once(() => import('./lookups.ts'))
  const pack = once(async () => (await import('#src/features/cases/queue/offline.ts')).startOfflinePack(data, deps))
  const writing = () => ({
    me: ports.me() ?? { id: '', name: '' },
    now: Date.now(),
    services: names.services,
    evidence: (caseId: string) => steps.evidence(caseId),
    sheetOf: (subject: FactSubject) => readFacts(queries, subject),
    readingOf(subject: FactSubject) {
      const { unread, age } = evidenceOn(data, subject)
      return { unread, age }
    },
    claims: data.capabilities().claims?.contradicted,
  })
  const deps: CaseDeps = {
    queue,
    assignees: async (platform, term, dealt) =>
      ports.mayAssign()
        ? (await lookups()).assignees(data, ports.me(), { platform, term, dealt })
        : (await lookups()).onlyMe(ports.me()),
    superiors: async (platform, dealt) => (await lookups()).superiors(data, ports.me(), { platform, dealt }),
    handsOver: () => data.capabilities().ops,
    writing,
    evidenceOf: ({ id, platform }) => evidenceOn(data, { kind: 'case', id, platform }),
    readFacts: (rows, tell) =>
      lookups().then(
        ({ readFactsOf }) => readFactsOf(data, rows, tell),
        () => undefined,
      ),
    tooSoon: () => steps.tooSoon(),
    dwellMs,
    decided: (isWholeCase) => steps.decided(isWholeCase),
    review: () => ({ me: ports.me(), isReviewed: data.capabilities().fourEyes.includes('str') }),
    ...ports,
  }
  const findCustomers = async (platform: string, term: string) => (await lookups()).findCustomers(data, platform, term)
  const narrowing = createNarrowing({
    kind: caseFilter,
    words: createPrivateFilters(engine.snapshots),
    pathOf: queueHref,
    lookups: async (platform) => (await lookups()).loadLookups(data, platform),
    suggest: { customerId: findCustomers },
  })
  const { hrefOf } = narrowing
  let onDevice: typeof findOnDevice | null = null
  const known: Findable = {
    queue,
    hrefOf,
    managers: (platform) => knownManagers<Manager>(data, platform),
    rules: (platform) => queries.getQueryData(ruleNamesQuery(api, platform).queryKey)?.items ?? [],
  }
  return {
    queue,
    narrowing,
    deps,
    addressOf: ({ platform, caseId, customerId }) =>
      caseId === undefined ? `${customerHref(platform, customerId)}?section=alerts` : caseHref(platform, caseId),
    decideIn: (through) => (steps = through),
    find: (query, kinds) => onDevice?.(known, query, kinds) ?? [],
    findWith: (find) => void (onDevice = find),
    findCustomers,
    async findRemote(query, kinds, signal, tell) {
      const { findHere, findRemote } = await import('#src/features/cases/queue/find-remote.ts')
      const platform = currentPlatform()
      const here = await findHere(engine.replica, platform, query, kinds)
      tell(here)
      if (!data.connectivity.isOnline()) return here
      return [...here, ...(await findRemote(api, platform, query, kinds, signal))]
    },
    commands: [
      ...queueCommands(deps),
      ...filterCommands({ area: 'queue', when: inQueue, place: 'the queue', view: queue, narrowing }),
    ],
    folding,
    keep: async (ids, onProgress) => (await pack()).keep(ids, onProgress),
    showFirst: (platform, search) => {
      if (!('q' in search)) queue.show(platform, caseFilter.read(search))
    },
    readAhead: () => void pack(),
  }
}

/** Runs something on first use. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= run())
}

/** The cases of this window. */
export const useCases = (): Cases => useFeature('cases')
