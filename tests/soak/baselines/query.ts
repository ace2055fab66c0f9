// TanStack Query's mutations, paused and persisted by the sync storage persister, as its guide on offline mutations says.
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import { persistQueryClient } from '@tanstack/react-query-persist-client'
import { backoff, carry, Refused, takenOf, type Parcel } from './carry.ts'

/** Nothing says that a mutation is on disk: it counts as taken in when its optimistic effect would be seen. */
const SEEN_MS = 60
const DAY = 24 * 3_600_000

const client = new QueryClient({ defaultOptions: { mutations: { gcTime: DAY } } })
client.setMutationDefaults(['op'], {
  mutationFn: (parcel: Parcel) => carry(parcel),
  retry: (_, error) => !(error instanceof Refused),
  retryDelay: backoff,
})
client.mount()
const persister = createSyncStoragePersister({ storage: localStorage })
// the two packages bring their own copies of the core, whose types do not know each other
const [, restored] = persistQueryClient({ queryClient: client as never, persister, maxAge: DAY })
await restored
client.resumePausedMutations().catch((error: unknown) => console.warn(error))

globalThis.baseline = {
  async accept(parcels) {
    for (const parcel of parcels) {
      const options = { ...client.getMutationDefaults(['op']), mutationKey: ['op'] }
      const scope = { id: parcel.draft.target.caseId ?? '' }
      const mutation = client.getMutationCache().build(client, { ...options, scope })
      mutation.execute(parcel).catch((error: unknown) => console.warn(error))
    }
    await new Promise((resolve) => setTimeout(resolve, SEEN_MS))
    return parcels.map(takenOf)
  },
  waiting: async () =>
    client
      .getMutationCache()
      .getAll()
      .filter(({ state }) => state.status === 'pending')
      .map(({ state }) => (state.variables as Parcel).opId),
  async nudge() {
    await Promise.race([client.resumePausedMutations(), new Promise((resolve) => setTimeout(resolve, 100))])
  },
}
