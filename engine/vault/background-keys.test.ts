import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openDatabases } from '#engine/base/database.ts'
import { open, seal, Unreadable } from '#engine/base/sealer.ts'
import { testRing } from '#tests/support/ring.ts'
import { packBackgroundKeys, ringOf } from './background-keys.ts'

it('decrypts and encrypts operations of the platforms it was given keys for, and of no other', async () => {
  const { vault, close } = await openDatabases('test', { indexedDB: new IDBFactory(), IDBKeyRange }, () => undefined)
  const ring = await testRing(vault)
  const head = { stem: 'test', uid: 'u1', base: '/api', appV: '1', isProven: true, token: 't', device: 'd' }
  const row = await seal(ring, 'outbox', 'paxum', 'bound', { note: 'x' })
  const other = await seal(ring, 'outbox', 'paydek', 'bound', { note: 'y' })
  const cached = await seal(ring, 'cache', 'paxum', 'bound', { name: 'z' })

  // as a message carries it
  const handed = ringOf(structuredClone(await packBackgroundKeys(ring, head, ['paxum'])))
  expect(await open(handed, row, 'bound')).toEqual({ note: 'x' })
  expect(await open(ring, await seal(handed, 'outbox', 'paxum', 'bound', { note: 'w' }), 'bound')).toEqual({
    note: 'w',
  })
  await expect(open(handed, other, 'bound')).rejects.toThrow(Unreadable)
  await expect(open(handed, cached, 'bound')).rejects.toThrow(Unreadable)
  await expect(seal(handed, 'cache', 'paxum', 'bound', {})).rejects.toThrow(Unreadable)
  const [[, keys] = ['', []]] = (await packBackgroundKeys(ring, head, ['paxum'])).outbox
  await expect(crypto.subtle.exportKey('raw', keys[0]!.key)).rejects.toThrow()
  close()
})
