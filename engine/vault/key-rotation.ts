/**
 * Key rotation: data under an expired key are re-encrypted step by step while the vault is open, and unused keys are
 * destroyed (docs/design/offline.md#vault). The next run resumes an interrupted one. Operations and cached answers are
 * not re-encrypted, since they are short-lived; a key stays while a conflict needs it.
 */
import type { Table } from 'dexie'
import type { Databases, KeyRow } from '#engine/base/database.ts'
import { openBytes, sealBytes, Unreadable, type KeyRing, type Use } from '#engine/base/sealer.ts'
import type { Sealed } from '#engine/base/types.ts'
import { boundOfChunk, boundOfDelta } from '#engine/replica/store.ts'
import { hasHadItsTime } from './key-ring.ts'

/** The number of rows re-encrypted at a time, so that decisions are handled in between. */
const SLICE = 50
/** A tab may be sealing something under a key when its time comes; so long later none is, ms. */
const SPARE_MS = 24 * 3_600_000

export interface RetirePorts {
  databases: Databases
  ring: KeyRing
  now: number
  signal: AbortSignal
}

type Old = ReadonlyMap<string, KeyRow>

/** Throws where the databases fail; what does not open stays as it is, and so does its key. */
export async function retireKeys({ databases, ring, now, signal }: RetirePorts): Promise<void> {
  const { vault, user, audit, cache } = databases
  const keys = await vault.keys.filter((key) => key.use !== 'index' && hasHadItsTime(key, now)).toArray()
  if (keys.length === 0) return
  const old: Old = new Map(keys.map((key) => [key.keyId, key]))
  const renewed = <T extends Sealed, K, I>(table: Table<T, K, I>, boundOf: (row: T) => string) =>
    renew({ old, ring, signal }, table, boundOf)
  await renewed(user.documents, ({ k, platform }) => `${k}|${platform}`)
  await renewed(audit.acts, ({ group, at }) => `${group}|${at}`)
  await renewed(cache.chunks, boundOfChunk)
  await renewed(cache.deltas, boundOfDelta)
  if (signal.aborted) return
  const used = await keysInUse(databases)
  const unused = keys.filter(
    ({ keyId, madeAt }) => !used.has(keyId) && hasHadItsTime({ madeAt, writes: 0 }, now - SPARE_MS),
  )
  await vault.keys.bulkDelete(unused.map(({ keyId }) => keyId))
}

async function renew<T extends Sealed, K, I>(
  { old, ring, signal }: { old: Old; ring: KeyRing; signal: AbortSignal },
  table: Table<T, K, I>,
  boundOf: (row: T) => string,
): Promise<void> {
  const isOld = (row: T | undefined): row is T => row !== undefined && old.has(row.keyId)
  const names = await table.filter(isOld).primaryKeys()
  for (let from = 0; from < names.length && !signal.aborted; from += SLICE) {
    const slice = names.slice(from, from + SLICE)
    const rows = await table.bulkGet(slice)
    const anew = await Promise.all(
      rows.map(async (row) => (isOld(row) ? sealAnew(old, ring, row, boundOf(row)) : null)),
    )
    await table.db.transaction('rw', table, async () => {
      const there = await table.bulkGet(slice)
      // a row written meanwhile is newer
      const put = there.flatMap((row, i) => {
        const sealed = anew[i]
        return row && sealed && String(row.iv) === String(rows[i]?.iv) ? [{ ...row, ...sealed }] : []
      })
      await table.bulkPut(put as unknown as I[])
    })
  }
}

/** Null where these keys do not open it. */
async function sealAnew(old: Old, ring: KeyRing, row: Sealed, bound: string): Promise<Sealed | null> {
  const { use, platform } = old.get(row.keyId) ?? {}
  if (use === undefined || platform === undefined) return null
  try {
    const bytes = new Uint8Array(await openBytes(ring, row, bound))
    return await sealBytes(ring, use as Use, platform, bound, bytes)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

async function keysInUse({ outbox, user, audit, cache }: Databases): Promise<Set<string>> {
  const used = new Set<string>()
  const note = ({ keyId }: Sealed) => void used.add(keyId)
  await outbox.ops.each((row) => {
    note(row)
    if (row.theirs) note(row.theirs)
  })
  for (const table of [
    user.documents,
    audit.acts,
    cache.snap,
    cache.chunks,
    cache.deltas,
  ] as unknown as Table<Sealed>[]) {
    await table.each(note)
  }
  return used
}
