// The remains of a vault on the disk after its end: by a withdrawn platform, a wipe, a logout, time, or its
// predecessor.
import { describe, expect, test } from 'vitest'
import { sync } from '#contract/calls/sync.ts'
import { seal } from '#engine/base/sealer.ts'
import { boundOf } from '#engine/outbox/outbox.ts'
import { VaultRing } from '#engine/vault/key-ring.ts'
import { deviceSlot, newBundle, openDeviceSlot } from '#engine/vault/slots.ts'
import { gapsOf } from '#server/sync/device-gaps.ts'
import { on } from '#tests/support/device.ts'
import { enrolPassphrase, Profile, ticks, until } from '#tests/support/profile.ts'
import { capture, type Captured } from '#tests/support/stolen-disk.ts'
import { VaultWorld } from '#tests/support/vault-world.ts'

const HOUR = 3_600_000

const here = new VaultWorld()

async function chunksIn(profile: Profile): Promise<number> {
  const databases = await profile.databases()
  const count = await databases.cache.chunks.count()
  databases.close()
  return count
}

async function captured(profile: Profile, account = 'analyst'): Promise<Captured> {
  const databases = await profile.databases(account)
  const found = await capture(databases)
  databases.close()
  return found
}

/** Waits until the server's events are heard. */
const listens = (profile: Profile) => until(() => profile.faults.met.some(({ path }) => path === '/api/sync/stream'))

describe('data left after the vault ends', () => {
  const sharesOf = async (device: string, as: string) =>
    (await here.server.call(sync.registerDevice, { body: { device, label: 'x' } }, { as, platform: null })).shares

  test('23: a withdrawn platform: its cache is deleted, its operations are shredded', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab('manager')
    await tab.opened()
    const device = tab.vault?.device ?? ''
    await tab.call('snapshotPut', 'a', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.call('snapshotPut', 'b', 'paydek', 'Grace Hopper', profile.clock.now())
    const one = await here.world.addCase()
    profile.isOnline = false
    await tab.take([on(one, 'case.note', { note: 'Ada was here' })], 10_000)
    const account = here.server.db.updateTable('account').where('id', '=', 'manager')
    const { platforms } = await here.server.db
      .selectFrom('account')
      .select('platforms')
      .where('id', '=', 'manager')
      .executeTakeFirstOrThrow()
    await account.set({ platforms: platforms.filter((each) => each !== 'paxum') }).execute()
    profile.isOnline = true
    // it hears of it the next time it speaks with the server
    await tab.call('platforms', (await sharesOf(device, 'manager')) && platforms.filter((each) => each !== 'paxum'))
    await until(() => tab.saw('platformGone'))
    await until(() => tab.states()[0] === 'dead')
    expect([...tab.pending.values()].map(({ error, label }) => [error?.code, label])).toEqual([
      ['no-platform', 'Number 1: cannot be read any more'],
    ])
    const after = await captured(profile, 'manager')
    expect(after.snap.map(({ platform }) => platform)).toEqual(['paydek'])
    expect(after.keys.filter(({ platform }) => platform === 'paxum')).toEqual([])
    await account.set({ platforms }).execute()
  })

  test('23: a platform withdrawn while the device was offline: the same at the next start', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab('docadmin')
    await tab.opened()
    await tab.call('snapshotPut', 'a', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.call('snapshotPut', 'b', 'paydek', 'Grace Hopper', profile.clock.now())
    profile.isOnline = false
    await tab.take([on(await here.world.addCase(), 'case.note', { note: 'Ada was here' })], 10_000)
    await profile.close()
    const account = here.server.db.updateTable('account').where('id', '=', 'docadmin')
    await account.set({ platforms: ['paydek'] }).execute()
    profile.isOnline = true
    const again = await profile.tab('docadmin')
    await again.opened()
    expect([...again.pending.values()].map(({ state, error }) => [state, error?.code])).toEqual([
      ['dead', 'no-platform'],
    ])
    const { keys, snap } = await captured(profile, 'docadmin')
    expect([keys.filter(({ platform }) => platform === 'paxum'), snap.map(({ platform }) => platform)]).toEqual([
      [],
      ['paydek'],
    ])
  })

  test('23: a platform withdrawn while its queue is open: at once, not with the next batch', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab('manager')
    await tab.opened()
    await tab.call('replicaFollow', 'paxum')
    await tab.call('snapshotPut', 'a', 'paxum', 'Ada Byron', profile.clock.now())
    await listens(profile)
    const { platforms } = await here.server.db
      .selectFrom('account')
      .select('platforms')
      .where('id', '=', 'manager')
      .executeTakeFirstOrThrow()
    const account = here.server.db.updateTable('account').where('id', '=', 'manager')
    await account.set({ platforms: platforms.filter((each) => each !== 'paxum') }).execute()
    // time stands still: neither a timer nor a batch of its own tells it
    await until(() => tab.saw('platformGone'))
    await account.set({ platforms }).execute()
    const { keys, snap } = await captured(profile, 'manager')
    expect([keys.filter(({ platform }) => platform === 'paxum'), snap]).toEqual([[], []])
  })

  test('24: a device revoked while its queue is open wipes itself in every tab at once', async () => {
    const profile = here.newProfile()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    await one.call('replicaFollow', 'paxum')
    await listens(profile)
    // of another device it does not take it up
    await here.server.call(sync.registerDevice, { body: { device: 'elsewhere', label: 'x' } })
    await here.server.call(sync.revokeDevice, { params: { device: 'elsewhere' } })
    expect(await one.call('replicaSync', 'paxum')).toBeUndefined()
    expect(one.saw('gone')).toBe(false)
    await here.server.call(sync.revokeDevice, { params: { device: one.vault?.device ?? '' } })
    await until(() => one.saw('gone') && two.saw('gone'))
    await until(async () => (await profile.names()).length === 0)
    expect(await profile.names()).toEqual([])
  })

  test('24: a device that was revoked wipes itself in every tab', async () => {
    const profile = here.newProfile()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    const device = one.vault?.device ?? ''
    await one.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await here.server.call(sync.revokeDevice, { params: { device } })
    await ticks(profile, 21)
    await Promise.all([until(() => one.saw('gone')), until(() => two.saw('gone'))])
    await until(async () => (await profile.names()).length === 0)
    expect((await profile.names()).length).toBe(0)
    const refused = await here.server.send(sync.registerDevice, { body: { device, label: 'x' } })
    expect([refused.status, refused.headers.get('clear-site-data')]).toEqual([401, '"storage"'])
  })

  test('24: a device whose account is closed wipes itself', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab('manager')
    await tab.opened()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    const account = here.server.db.updateTable('account').where('id', '=', 'manager')
    await account.set({ is_disabled: true }).execute()
    await ticks(profile, 21)
    await until(() => tab.saw('gone'))
    await until(async () => (await profile.names()).length === 0)
    const refused = await here.server.send(
      sync.registerDevice,
      { body: { device: 'x', label: 'x' } },
      { as: 'manager' },
    )
    await account.set({ is_disabled: false }).execute()
    // the browser would clear the sealed work of other users, too
    expect([refused.status, refused.headers.get('clear-site-data')]).toEqual([401, null])
  })

  test('44: signing out with unsent operations: kept encrypted for their owner, or discarded with an audited reason', async () => {
    const profile = here.newProfile()
    await enrolPassphrase(profile)
    const tab = await profile.tab()
    await tab.opened()
    const device = tab.vault?.device ?? ''
    const one = await here.world.addCase()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.take([on(one, 'case.note', { note: 'kept' })], 10_000)
    await tab.call('vaultLeave', { keep: true, reason: '' })
    await profile.close()
    expect((await profile.names()).map((name) => name.replace(/.*-/, ''))).toEqual(['outbox', 'user', 'vault'])

    const back = await profile.tab()
    await back.opened()
    expect(back.states()).toEqual(['held'])
    // how much there is was said before that it is open: who leaves goes by it
    const said = back.said.map(({ type }) => type)
    expect(said.indexOf('health')).toBeLessThan(said.indexOf('opened'))
    await expect(back.call('vaultLeave', { keep: false, reason: '' })).rejects.toThrow('Not everything is sent')
    expect((await back.call('list')).map(({ state }) => state)).toEqual(['held'])
    await back.call('vaultLeave', { keep: false, reason: 'No longer needed' })
    // so that nobody takes it for storage that the browser threw away
    expect([tab, back].map((each) => each.saw('forgotten'))).toEqual([false, true])
    await profile.close()
    expect(await profile.names()).toEqual([])
    const fates = await here.server.db
      .selectFrom('tombstone')
      .select(['fate', 'reason'])
      .where('device_id', '=', device)
      .execute()
    expect(fates).toEqual([{ fate: 'discarded', reason: 'No longer needed' }])
    // the server's half is gone as well
    expect((await here.server.send(sync.registerDevice, { body: { device, label: 'x' } })).status).toBe(401)
  })

  test('operations kept for another user are deleted after seven days', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await tab.take([on(await here.world.addCase(), 'case.note', { note: 'kept' })], 10_000)
    await tab.call('vaultLeave', { keep: true, reason: '' })
    await profile.close()
    profile.clock.time += 6 * 24 * HOUR
    const other = await profile.tab('analyst2')
    await until(() => other.vault?.others === 1)
    await profile.close()
    profile.clock.time += 2 * 24 * HOUR
    const later = await profile.tab('analyst2')
    await later.opened()
    await until(async () => (await profile.names()).length === 5)
    expect(later.vault?.others).toBe(0)
  })

  test('operations kept for their owner are available when they return, whenever that is', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await tab.call('vaultLeave', { keep: true, reason: '' })
    await profile.close()
    const back = await profile.tab()
    await back.opened()
    await back.take([on(await here.world.addCase(), 'case.note', { note: 'kept' })], 10_000)
    await profile.close()
    profile.clock.time += 8 * 24 * HOUR
    const other = await profile.tab('analyst2')
    await until(() => other.vault?.others === 1)
    expect((await profile.names()).filter((name) => name.endsWith('-outbox'))).toHaveLength(2)
  })

  test('a platform withdrawn and granted again accepts nothing before the vault is reopened', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab('manager')
    await tab.opened()
    const one = await here.world.addCase({ platform: 'paydek' })
    const note = () => [on(one, 'case.note', { note: 'x' })]
    const device = tab.vault?.device ?? ''
    const platforms = Object.keys(await sharesOf(device, 'manager')).filter((name) => name !== '')
    const change = async (names: string[]) => {
      await here.server.db.updateTable('account').set({ platforms: names }).where('id', '=', 'manager').execute()
      await sharesOf(device, 'manager')
      await tab.call('platforms', names)
    }
    await change(platforms.filter((name) => name !== 'paydek'))
    await change(platforms)
    // data encrypted now would open with a key share that is gone
    await expect(tab.take(note())).rejects.toThrow('paydek opens on this device only after')
    await profile.close()
    const again = await profile.tab('manager')
    await again.opened()
    await again.take(note())
    await until(() => again.states().every((state) => state === 'acked'))
  })

  test('45: clearing the cache destroys keys and answers, and keeps unsent operations', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.take([on(await here.world.addCase(), 'case.note', { note: 'kept' })], 10_000)
    await tab.call('cacheClear')
    const left = await captured(profile)
    expect([left.snap, left.keys.filter(({ use }) => use === 'cache')]).toEqual([[], []])
    expect(tab.states()).toEqual(['held'])
    await tab.call('snapshotPut', 'k', 'paxum', 'anew', profile.clock.now())
    expect(await tab.call('snapshotGet', 'k')).toMatchObject({ value: 'anew' })
  })

  test('45: of two tabs, the one that did not clear the cache encrypts nothing under destroyed keys', async () => {
    const profile = here.newProfile()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    await here.world.addCase()
    await two.call('replicaFollow', 'paxum')
    await two.call('snapshotPut', 'k', 'paxum', 'before', profile.clock.now())
    await until(async () => (await chunksIn(profile)) > 0)
    await one.call('cacheClear')
    await until(async () => (await chunksIn(profile)) > 0)
    await two.call('snapshotPut', 'k', 'paxum', 'after', profile.clock.now())
    expect(await two.call('snapshotGet', 'k')).toMatchObject({ value: 'after' })
    await profile.close()
    // every key that something is sealed with is there
    const back = await profile.tab()
    await back.opened()
    expect(await back.call('snapshotGet', 'k')).toMatchObject({ value: 'after' })
    expect(back.saw('trouble')).toBe(false)
  })

  test('44: more operations than one request takes are discarded together, and possible effects are checked', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab()
    await tab.opened()
    const device = tab.vault?.device ?? ''
    const one = await here.world.addCase()
    const note = (text: string) => on(one, 'case.note', { note: text })
    // of the first the answer is lost, of all others the request
    let isDone = false
    profile.faults.storm = ({ url }) => {
      if (!url.endsWith('/sync/ops')) return null
      const after = !isDone
      isDone = true
      return { type: 'drop', after }
    }
    const isOnItsWay = () => [...tab.pending.values()].every(({ reached }) => reached)
    for (const text of ['done', 'not done']) {
      await tab.take([note(text)])
      await until(async () => {
        await ticks(profile, 1)
        return isOnItsWay()
      })
    }
    await tab.take(
      Array.from({ length: 1001 }, (_, i) => note(`held ${i}`)),
      10_000,
    )
    await tab.call('vaultLeave', { keep: false, reason: 'No longer needed' })
    const { n } = await here.server.db
      .selectFrom('tombstone')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(1002)
    expect(await gapsOf(here.server, 'analyst', device)).toEqual([])
  })
})

describe('a profile of a server without key shares', () => {
  test('is re-encrypted once the server keeps one: its key beside the data is destroyed, and nothing unsent is lost', async () => {
    const profile = here.newProfile()
    const one = await here.world.addCase()
    const databases = await profile.databases()
    const at = profile.clock.now()
    const slot = await deviceSlot(newBundle(null), at)
    await databases.vault.ways.add(slot)
    const old = await VaultRing.open(databases.vault, profile.clock, await openDeviceSlot(slot))
    const opId = crypto.randomUUID()
    const head = { opId, lane: 'old lane', kind: 'case.note', kindV: 1 }
    const draft = on(one, 'case.note', { note: 'from before' })
    const body = { op: { ...draft, opId, at, by: { id: 'analyst', name: 'M' } }, label: 'Note', offline: false }
    const sealed = await seal(old, 'outbox', 'paxum', boundOf(head, 'analyst'), body)
    await databases.outbox.ops.add({
      ...head,
      ...sealed,
      deps: [],
      appV: '1',
      state: 'held',
      attempts: 0,
      nextAt: 0,
      holdUntil: at + HOUR,
      expiresAt: at + 24 * HOUR,
      epoch: 0,
      platform: 'paxum',
      createdAt: at,
      skewMs: null,
      group: 'g',
      commandId: 'case.note',
    })
    databases.close()

    const tab = await profile.tab()
    await tab.opened()
    expect([...tab.pending.values()].map(({ label, op }) => [label, op.body])).toEqual([
      ['Note', { note: 'from before' }],
    ])
    const after = await profile.databases()
    const [row] = await after.outbox.ops.toArray()
    expect([await after.vault.ways.get('device'), row?.keyId === sealed.keyId, row?.lane]).toEqual([
      undefined,
      false,
      expect.not.stringContaining('old lane'),
    ])
    after.close()
    await tab.call('sendNow')
    await until(() => tab.states()[0] === 'acked')
  })
})
