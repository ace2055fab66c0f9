// Decisions while the disk is full are sent at once if possible, and never called saved.
import { expect, test } from 'vitest'
import { on } from '#tests/support/device.ts'
import { Profile, until, type ProfileTab } from '#tests/support/profile.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld()

/** From now on the disk takes no operation of this profile while it is full. */
async function fill(profile: Profile): Promise<{ isFull: boolean }> {
  const disk = { isFull: true }
  const databases = await profile.databases()
  const prototype = Object.getPrototypeOf(databases.outbox.backendDB()) as IDBDatabase
  const begin = prototype.transaction
  databases.close()
  prototype.transaction = function (this: IDBDatabase, names, mode, options) {
    const transaction = begin.call(this, names, mode, options)
    if (!disk.isFull || names !== 'ops') return transaction
    Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') })
    transaction.commit = () => transaction.abort()
    return transaction
  }
  return disk
}

const storages = ({ said }: ProfileTab) =>
  said.flatMap((message) => (message.type === 'opened' || message.type === 'closed' ? [message.storage] : []))
const note = (text: string) => ({ note: text })

test('32: online it is sent at once, and the window says that nothing is stored', async () => {
  const profile = new Profile(server)
  const tab = await profile.tab()
  await tab.opened()
  const one = await world.addCase()
  const disk = await fill(profile)
  const [opId = ''] = await tab.take([on(one, 'case.note', note('on a full disk'))])
  expect(tab.states()).toEqual(['acked'])
  expect(storages(tab)).toEqual(['ok', 'unavailable'])
  const audit = server.db.selectFrom('audit').select('actor')
  expect(await audit.where('idempotency_key', '=', opId).execute()).toEqual([{ actor: 'analyst' }])

  // without one it is refused, in words
  profile.isOnline = false
  tab.post({ type: 'online', online: false })
  await expect(tab.take([on(one, 'case.note', note('nowhere to go'))])).rejects.toThrow('disk of this device is full')

  // operations that wait on the case go first, so that none overtakes them
  disk.isFull = false
  await tab.take([on(one, 'case.await', {}, { status: 'new' })])
  expect(storages(tab)).toEqual(['ok', 'unavailable', 'ok'])
  disk.isFull = true
  profile.isOnline = true
  profile.faults.storm = ({ url }) => (url.endsWith('/sync/ops') ? { type: 'status', status: 503 } : null)
  tab.post({ type: 'online', online: true })
  await until(() => profile.faults.met.some(({ fault }) => fault === 'status'))
  await expect(tab.take([on(one, 'case.renew', {}, { status: 'await' })])).rejects.toThrow(
    'disk of this device is full',
  )
  disk.isFull = false
  await profile.close()
})
