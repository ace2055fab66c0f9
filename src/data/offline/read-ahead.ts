/** Reading ahead in a window: what the pack asks of the browser, and what was opened last on this device. */
import { hashKey } from '@tanstack/react-query'
import type { Data } from '#src/data/data.ts'
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'
import type { OfflineMarks } from './offline-marks.ts'
import { OfflinePack, type PackPorts } from './offline-pack.ts'

/** The maximum number of remembered opened records. */
const OPENED = 50

interface WindowPackPorts extends Pick<PackPorts, 'itemOf' | 'wanted'> {
  marks: OfflineMarks
  /** The lock of reading ahead, over all tabs. */
  lock: string
}

/** Starts reading ahead, in one tab, never while somebody types or on metered data. */
export function startReadAhead(data: Data, { lock, ...ports }: WindowPackPorts): OfflinePack {
  const { queries, engine, connectivity } = data
  let pressed = 0
  addEventListener('keydown', () => (pressed = Date.now()), { capture: true, passive: true })
  const pack = new OfflinePack({
    ...ports,
    queries,
    isOnline: connectivity.isOnline,
    agesOf: (keys) => engine.calls.snapshotAges(keys),
    lastKey: () => pressed,
    isSparing,
    whenIdle: (run) =>
      'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run),
    alone: (run, signal) => navigator.locks.request(lock, { signal }, run),
  })
  pack.start()
  return pack
}

/** Data saver is on, or the window is hidden. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return document.visibilityState !== 'visible' || connection?.saveData === true
}

/** The last opened records on this device, latest first; stored encrypted. */
export interface Opened {
  note: (platform: string, id: string) => void
  read: (platform: string) => Promise<readonly string[]>
}

/** `kind`: of what, "cases". */
export function createOpened(snapshots: SnapshotStore, kind: string): Opened {
  const keyOf = (platform: string) => hashKey([kind, 'opened', platform])
  const read = async (platform: string): Promise<readonly string[]> => {
    const found = await snapshots.get(keyOf(platform)).catch(() => null)
    return (found?.value as string[] | undefined) ?? []
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read,
    note(platform, id) {
      last = last.then(async () => {
        const ids = [id, ...(await read(platform)).filter((one) => one !== id)].slice(0, OPENED)
        // not kept is a thing that is not read ahead, and nothing worse
        await snapshots.put(keyOf(platform), platform, ids, Date.now()).catch(() => undefined)
      })
    },
  }
}
