/**
 * Re-encrypts data under other keys: of a profile that moves from a catalogue-only server's device slot to the server's
 * key share, and, step by step, data under expired keys. Rows name their key, so that an interrupted run is resumed.
 */
import { laneOf } from '#contract/ops/op.ts'
import type { Databases } from '#engine/base/database.ts'
import { hash, open, seal, Unreadable, type KeyRing } from '#engine/base/sealer.ts'
import type { OpRow, Sealed } from '#engine/base/types.ts'
import { keyOf, useOf, type UserDocument } from '#engine/cache/user-documents.ts'
import { boundOf, type Body } from '#engine/outbox/outbox.ts'

type Opens = Pick<KeyRing, 'find'>

/** The value, or undefined where these keys do not open it. */
async function tryOpen(from: Opens, sealed: Sealed, bound: string): Promise<unknown> {
  return open(from as KeyRing, sealed, bound).catch((error: unknown) => {
    if (error instanceof Unreadable) return undefined
    throw error
  })
}

/** Seals under `ring` what `from` opens. What neither opens stays as it is. */
export async function reEncryptAll(databases: Databases, from: Opens, ring: KeyRing, uid: string): Promise<void> {
  await reEncryptOps(databases, from, ring, uid)
  await reEncryptDocuments(databases, from, ring)
  await reEncryptActs(databases, from, ring)
}

async function reEncryptOps({ outbox: db }: Databases, from: Opens, ring: KeyRing, uid: string): Promise<void> {
  const rows = await db.ops.toArray()
  const sealed = await Promise.all(rows.map((row) => reEncryptOp(row, from, ring, uid)))
  const changed = sealed.filter((row) => row !== null)
  // lanes are named by the new key: all of them in one transaction, or their order would be lost
  await db.transaction('rw', db.ops, async () => void (await db.ops.bulkPut(changed)))
}

async function reEncryptOp(row: OpRow, from: Opens, ring: KeyRing, uid: string): Promise<OpRow | null> {
  const body = (await tryOpen(from, row, boundOf(row, uid))) as Body | undefined
  if (!body) return null
  const head = { ...row, lane: await hash(ring, laneOf(body.op.target)) }
  const bound = boundOf(head, uid)
  const theirs = row.theirs && (await tryOpen(from, row.theirs, `${boundOf(row, uid)}|current`))
  const { theirs: _, ...rest } = head
  return {
    ...rest,
    ...(await seal(ring, 'outbox', row.platform, bound, body)),
    ...(theirs !== undefined && { theirs: await seal(ring, 'outbox', row.platform, `${bound}|current`, theirs) }),
  }
}

async function reEncryptDocuments({ user: db }: Databases, from: Opens, ring: KeyRing): Promise<void> {
  const gone: string[] = []
  const put = await Promise.all(
    (await db.documents.toArray()).map(async (row) => {
      const document = (await tryOpen(from, row, `${row.k}|${row.platform}`)) as UserDocument | undefined
      if (!document) return []
      const k = await hash(ring, keyOf(document))
      if (k !== row.k) gone.push(row.k)
      const { platform } = row
      return [{ k, platform, ...(await seal(ring, useOf(document), platform, `${k}|${platform}`, document)) }]
    }),
  )
  await db.transaction('rw', db.documents, async () => {
    await db.documents.bulkDelete(gone)
    await db.documents.bulkPut(put.flat())
  })
}

async function reEncryptActs({ audit: db }: Databases, from: Opens, ring: KeyRing): Promise<void> {
  const put = await Promise.all(
    (await db.acts.toArray()).map(async (row) => {
      const act = await tryOpen(from, row, `${row.group}|${row.at}`)
      return act === undefined ? [] : [{ ...row, ...(await seal(ring, 'audit', '', `${row.group}|${row.at}`, act)) }]
    }),
  )
  await db.acts.bulkPut(put.flat())
}
