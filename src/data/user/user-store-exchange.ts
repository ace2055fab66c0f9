/** Brings the documents of this device together with the server's: everything is read, then what is unsent goes out. */
import { settings } from '#contract/calls/settings.ts'
import { SETTING_KINDS } from '#contract/model/settings.ts'
import { keyOf, type Place, type UserDocument } from '#engine/cache/user-documents.ts'
import type { Api } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { isUnsent } from './user-store-local.ts'
import { syncReceived, syncRefused, syncTaken, type Merged, type ServerState } from './user-store-sync.ts'

/** The documents of a window, and what takes them as they are now. */
export interface ExchangePorts {
  api: Pick<Api, 'send'>
  held: ReadonlyMap<string, UserDocument>
  keep(entries: readonly [key: string, document: UserDocument | null][]): void
}

/**
 * Exchanges a platform's documents, and sends pending ones of others. Returns whether something changed meanwhile, so
 * that another round is due. Throws what the calls throw.
 */
export async function exchange(shelf: ExchangePorts, platform: string): Promise<boolean> {
  const { api, held, keep } = shelf
  const { items } = await api.send(settings.list, {}, { platform, quiet: true, notify: false })
  const there = new Map<string, { place: Place; now: ServerState }>()
  for (const { scope, kind, id, version, value } of items) {
    const place = { scope, kind, id, platform: SETTING_KINDS[kind].of === 'user' ? '' : platform }
    there.set(keyOf(place), { place, now: { version, value } })
  }
  for (const [key, one] of held) {
    const counts = one.kind in SETTING_KINDS && (one.platform === '' || one.platform === platform)
    if (counts && !there.has(key)) there.set(key, { place: one, now: null })
  }
  keep([...there].flatMap(([key, { place, now }]) => merge(shelf, key, syncReceived(place, held.get(key), now))))
  let isDue = false
  for (const [key, one] of held) if (isUnsent(one)) isDue = (await send(shelf, key, one, platform)) || isDue
  return isDue
}

/** A copy that another tab has made already is not made again. */
const merge = ({ held }: ExchangePorts, key: string, { document, copy }: Merged): [string, UserDocument | null][] => [
  [key, document],
  ...(copy && !held.has(keyOf(copy)) ? [[keyOf(copy), copy] as [string, UserDocument]] : []),
]

async function send(shelf: ExchangePorts, key: string, sent: UserDocument, platform: string): Promise<boolean> {
  const { api, held, keep } = shelf
  const { scope, kind, id, base, edit } = sent
  const options = { platform: sent.platform || platform, quiet: true, notify: false }
  try {
    if (edit?.removed) {
      await api.send(settings.remove, { params: { scope, kind, id }, query: { version: base?.version ?? 1 } }, options)
      keep([[key, syncTaken(held.get(key), sent, null)]])
      return false
    }
    // the kind determines the value's type, which TypeScript cannot follow through a common store
    const body = { scope, kind, id, version: base?.version ?? 0, value: edit?.value } as never
    const now = await api.send(settings.save, { body }, options)
    keep([[key, syncTaken(held.get(key), sent, now)]])
    return false
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const why = error.problem?.message ?? 'The server refused it.'
    if (error.kind === 'conflict') {
      const now = (error.problem?.current ?? null) as ServerState
      keep(merge(shelf, key, syncReceived(sent, held.get(key), now)))
      return true
    }
    if (error.kind === 'missing' && edit?.removed) keep([[key, syncTaken(held.get(key), sent, null)]])
    else if (error.kind === 'forbidden' || error.kind === 'invalid') {
      keep(merge(shelf, key, syncRefused(held.get(key), sent, why)))
    } else throw error
    return false
  }
}
