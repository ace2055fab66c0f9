// The commands of the whole window where somebody types: every feature, in process, without a server.
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Role } from '#contract/model/values.ts'
import { createFeatures } from '#src/app/create-features.ts'
import { firstCommands, laterCommands } from '#src/app/commands.ts'
import type { ShellPort } from '#src/app/shell/shell-commands.ts'
import { createCommandLayer, type CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { noAtoms, type Atoms, type View } from '#src/commands/dispatcher/when.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import type { Data } from '#src/data/data.ts'
import { Pending } from '#src/data/engine-client/pending.ts'
import type { FeatureStates } from '#src/features/define-feature.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import type { Session } from '#src/features/sign-in/session.ts'
import type { PlaceName } from './query.ts'

/** The surface of a place, where it is not its name, and what else holds there. */
const PLACES: Partial<Record<PlaceName, Partial<Atoms>>> = {
  selection: { view: 'queue', hasSelection: true },
  case: { view: 'case', alertCursor: true },
  triage: { view: 'queue', triage: true },
}

export const atomsOf = (place: PlaceName, role: Role): Atoms => ({
  ...noAtoms,
  view: place as View,
  hasCursor: true,
  listFocus: true,
  admin: role === 'admin' || role === 'super_admin',
  docAdmin: role === 'document_admin',
  ...PLACES[place],
})

const sessionOf = (role: Role): Session => ({
  profile: {
    id: 'me',
    fullName: 'Maya Lindqvist',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    email: 'maya@example.com',
    roles: [role],
  },
  platforms: [...PLATFORMS],
})

/** A case that is new and one’s own, as whoever gives it away has it: what commands ask of a row. */
const ROW = {
  uuid: 'u1',
  platform: 'paxum',
  customerId: 'c1',
  status: 'new',
  statusCases: 'new',
  alerts: [{ id: 'a1', status: 'new', ruleType: 'limit', ruleId: 'r1', ruleName: 'Limit', revId: 'v1' }],
  data: { clientName: 'Rashid Nasser', transactionId: 't1' },
  activeHardStop: 0,
  manager: { id: 'me', name: 'Maya Lindqvist' },
  createAt: { date: '2026-11-27 08:00:00', timezone: 'UTC' },
}
type Opened = NonNullable<ReturnType<FeatureStates['customers']['store']['getState']>['opened']>
const OPENED: Partial<Opened> = { platform: 'paxum', customerId: 'c1', customerName: 'Rashid Nasser', show: () => {} }

/** Stubs that nothing reads from: neither calls nor a worker are there. */
function createEmptyData(): Data {
  const subscribe = () => () => {}
  return {
    pending: new Pending(),
    engine: {
      snapshots: {},
      status: () => ({ held: 0, paused: false }),
      subscribe,
      vault: { state: () => undefined, subscribe },
      replica: { state: () => null, subscribe },
      audit: {},
    },
    user: { subscribe, list: () => [], get: () => undefined, version: () => 0, sync: async () => {} },
    queries: { getQueryData: () => undefined },
    api: {},
    reference: { find: () => undefined, list: () => [] },
    connectivity: { isOnline: () => true, subscribe },
    capabilities: () => ({ ops: true, fourEyes: [], holdSeconds: 10 }),
  } as unknown as Data
}

/** The command layer of a window of that role, with a list of 40 rows in front. */
export async function createWindow(role: Role): Promise<CommandLayer> {
  const data = createEmptyData()
  const session = sessionOf(role)
  const features = createFeatures({
    data,
    session: () => session,
    platform: currentPlatform,
    weightOf: () => 0,
    registry: () => layer.registry,
  })
  // every row is new and its own: what commands ask of one
  const row = (id: string) => ({ ...ROW, id })
  Object.assign(features.states.cases.queue, { rowOf: row })
  features.states.customers.store.setState({ opened: OPENED as Opened })
  const port: ShellPort = {
    session: () => session,
    screen: () => undefined,
    registry: () => layer.registry,
    reload: () => Promise.resolve(),
    unsettled: () => ({ unsent: 0, stuck: 0 }),
    isSignedOut: () => false,
    signIn: () => {},
    clearCache: () => {},
  }
  const ports = createFakePorts()
  ports.hits.push({ kind: 'case', id: 'PX4128612', title: 'PX4128612', href: '/cases/PX4128612' })
  const layer = createCommandLayer({ commands: firstCommands(port, features), ports, platform: 'other' })
  layer.registry.add(await laterCommands(port, features))
  const ids = Array.from({ length: 40 }, (_, index) => `PX${4128601 + index}`)
  const state = createListState(arrayOrder(ids))
  state.moveTo(0)
  layer.context.pushList({ name: 'Cases', state, noun: ['case', 'cases'], rowOf: () => undefined })
  return layer
}
