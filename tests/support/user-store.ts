import { PLAIN } from '#src/data/net/capabilities.ts'
import { createUserStore } from '#src/data/user/user-store.ts'
import { VirtualClock } from './engine-world.ts'

/** A store of the user that no server knows. */
export const offlineUserStore = () =>
  createUserStore({
    api: { send: () => Promise.reject(new Error('offline')) },
    documents: { change: () => Promise.resolve(), listen: () => undefined },
    connectivity: { isOnline: () => false, subscribe: () => () => undefined },
    capabilities: () => PLAIN,
    platform: () => 'paxum',
    clock: new VirtualClock(),
    onTrouble: () => undefined,
  })
