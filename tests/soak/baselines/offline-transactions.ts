// TanStack DB's offline transactions: an outbox in IndexedDB, kept by the tab that leads; the others send at once.
import { createCollection, localOnlyCollectionOptions } from '@tanstack/db'
import { NonRetriableError, startOfflineExecutor } from '@tanstack/offline-transactions'
import { carry, Refused, takenOf, type Parcel } from './carry.ts'

const parcels = createCollection(
  localOnlyCollectionOptions<Parcel, string>({ id: 'parcels', getKey: ({ opId }) => opId }),
)
const executor = startOfflineExecutor({
  collections: { parcels },
  mutationFns: {
    async send({ transaction }) {
      const parcel = transaction.mutations[0]?.modified as unknown as Parcel
      await carry(parcel).catch((error: unknown) => {
        throw error instanceof Refused ? new NonRetriableError(error.message) : error
      })
    },
  },
})
await executor.waitForInit()

/** Taken in once it is in the outbox, or, in a tab that does not lead, once it was sent. */
async function take(parcel: Parcel): Promise<boolean> {
  const transaction = executor.createOfflineTransaction({ mutationFnName: 'send', autoCommit: false })
  transaction.mutate(() => void parcels.insert(parcel))
  let isOver: boolean | null = null
  transaction.commit().then(
    () => (isOver = true),
    () => (isOver = false),
  )
  for (;;) {
    if (isOver !== null) return isOver
    const waiting = executor.isOfflineEnabled ? await executor.peekOutbox() : []
    if (waiting.some(({ id }) => id === transaction.id)) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

globalThis.baseline = {
  async accept(all) {
    const taken = await Promise.all(all.map(take))
    return all.filter((_, index) => taken[index]).map(takenOf)
  },
  waiting: async () =>
    (await executor.peekOutbox()).flatMap(({ mutations }) =>
      mutations.map(({ modified }) => (modified as unknown as Parcel).opId),
    ),
  nudge: async () => undefined,
}
