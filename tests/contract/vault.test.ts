// The vault of a device against the real server: what opens it, what closes it, and what is left when it is gone.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBytes, seal, Unreadable, type KeyRing } from '#src/data/engine/sealer.ts'
import { boundOf } from '#src/data/engine/outbox.ts'
import { VaultRing } from '#src/data/engine/vault/key-ring.ts'
import { MOST_FAILS } from '#src/data/engine/vault/keeper.ts'
import { openServerSlot } from '#src/data/engine/vault/slots.ts'
import { sync } from '#contract/calls/sync.ts'
import { on } from '#tests/support/device.ts'
import { Profile, until } from '#tests/support/profile.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const PASSPHRASE = 'four words are enough'
const pass = (passphrase: string) => ({ type: 'pass', passphrase }) as const
const HOUR = 3_600_000

let server: TestServer
let world: World
beforeAll(async () => {
  server = await testServer()
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

const profiles: Profile[] = []
function newProfile(): Profile {
  const profile = new Profile(server)
  profiles.push(profile)
  return profile
}
afterEach(async () => {
  for (const profile of profiles.splice(0)) await profile.close()
})

/** Time goes on as it does while somebody looks at the screen: a quarter of a minute after the other. */
async function ticks(profile: Profile, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    profile.clock.advance(15_000)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** A profile that opens with a passphrase too, closed again. */
async function enrolled(): Promise<Profile> {
  const profile = newProfile()
  const tab = await profile.tab()
  await tab.opened()
  await tab.call('vaultEnrol', pass(PASSPHRASE), 'Passphrase')
  await profile.close()
  return profile
}

describe('what opens it', () => {
  test('the server’s half, without a word; without it nothing on the disk does', async () => {
    const profile = newProfile()
    const first = await profile.tab()
    await first.opened()
    await first.call('snapshotPut', 'k', 'paxum', { name: 'Ada Byron' }, profile.clock.now())
    expect(first.vault).toMatchObject({ phase: 'open', why: null, lockMinutes: 10, offlineHours: 72 })
    expect(first.vault?.slots.map(({ type }) => type)).toEqual(['server'])
    await profile.close()

    profile.isOnline = false
    const cold = await profile.tab()
    await cold.closed('no-way')
    profile.isOnline = true
    cold.post({ type: 'online', online: true })
    await cold.opened()
    expect(await cold.call('snapshotGet', 'k')).toMatchObject({ value: { name: 'Ada Byron' } })
  })

  test('another tab that has the keys, without a network too', async () => {
    const profile = newProfile()
    const first = await profile.tab()
    await first.opened()
    profile.isOnline = false
    const second = await profile.tab()
    await second.opened()
    expect(second.vault?.phase).toBe('open')
  })

  test('a session that is over opens nothing, and a new one does', async () => {
    const profile = newProfile()
    const tab = await profile.tab('analyst', { token: 'worn out' })
    await tab.closed('signed-out')
    tab.post({ type: 'token', token: await server.token('analyst') })
    await tab.opened()
  })

  test('42: a cold start without a network opens by passphrase, and by what a passkey computes', async () => {
    const profile = await enrolled()
    profile.isOnline = false
    const byPassphrase = await profile.tab()
    await byPassphrase.closed('no-network')
    expect(await byPassphrase.call('vaultUnlock', pass('not these words'))).toEqual({
      ok: false,
      why: 'wrong',
      triesLeft: MOST_FAILS - 1,
    })
    expect(await byPassphrase.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await byPassphrase.opened()
    await profile.close()

    profile.isOnline = true
    const again = await profile.tab()
    await again.opened()
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const [credentialId, salt] = [new Uint8Array(16), new Uint8Array(32)]
    await again.call('vaultEnrol', { type: 'prf', bytes, credentialId, salt }, 'Passkey')
    await profile.close()
    profile.isOnline = false
    const byPasskey = await profile.tab()
    await byPasskey.closed('no-network')
    const id = byPasskey.vault?.slots.find(({ type }) => type === 'prf')?.id ?? ''
    const wrong = await byPasskey.call('vaultUnlock', { type: 'prf', id, bytes: new Uint8Array(32) })
    expect(wrong.ok).toBe(false)
    expect(await byPasskey.call('vaultUnlock', { type: 'prf', id, bytes })).toEqual({ ok: true })
    await byPasskey.opened()
  })

  test('43: ten wrong passphrases destroy it, and the server’s half still opens', async () => {
    const profile = await enrolled()
    profile.isOnline = false
    const tab = await profile.tab()
    await tab.closed('no-network')
    for (let left = MOST_FAILS - 1; left >= 0; left -= 1) {
      expect(await tab.call('vaultUnlock', pass(`wrong number ${left}`))).toMatchObject({ triesLeft: left })
    }
    expect(await tab.call('vaultUnlock', pass(PASSPHRASE))).toMatchObject({ ok: false })
    await tab.closed('no-way')
    expect(tab.vault?.slots.map(({ type }) => type)).toEqual(['server'])
    profile.isOnline = true
    tab.post({ type: 'online', online: true })
    await tab.opened()
  })

  test('a short passphrase is none', async () => {
    const profile = newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await expect(tab.call('vaultEnrol', pass('too short'), 'x')).rejects.toThrow('12 characters')
    await expect(tab.call('vaultRemove', 'server')).rejects.toThrow('only way in')
  })
})

describe('what closes it', () => {
  test('a lock, in every tab, until somebody shows who they are', async () => {
    const profile = await enrolled()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    await one.call('vaultLock').catch(() => undefined)
    await Promise.all([one.locked(), two.locked()])
    await expect(one.call('list')).rejects.toThrow('Locked')
    await profile.close()
    // the session is still good, and not asked
    const again = await profile.tab()
    await again.closed('locked')
    expect(await again.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await again.opened()
    await again.call('vaultLock').catch(() => undefined)
    await profile.close()
    const signedIn = await profile.tab('analyst', { isFresh: true })
    await signedIn.opened()
  })

  test('nobody there for ten minutes; a key in any tab counts for all', async () => {
    const profile = newProfile()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    await ticks(profile, 30)
    two.post({ type: 'active' })
    await ticks(profile, 30)
    expect([one.saw('locked'), two.saw('locked')]).toEqual([false, false])
    await until(async () => {
      await ticks(profile, 1)
      return one.saw('locked') && two.saw('locked')
    })
    expect(one.said.findLast((message) => message.type === 'locked')).toMatchObject({ why: 'idle' })
  })

  test.each([
    ['31: a clock set a year ahead locks it, and the cache is destroyed', 365 * 24 * HOUR, 'window'],
    ['a device that slept for an hour is locked', HOUR, 'sleep'],
  ] as const)('%s', async (_, jump, why) => {
    const profile = await enrolled()
    const tab = await profile.tab()
    await tab.opened()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    const one = await world.addCase()
    profile.isOnline = false
    await tab.take([on(one, 'case.note', { note: 'before the jump' })])
    profile.clock.advance(jump)
    await tab.locked()
    expect(tab.said.findLast((message) => message.type === 'locked')).toMatchObject({ why })
    await profile.close()

    const cold = await profile.tab()
    await cold.closed(why)
    const isOpened = await cold.call('vaultUnlock', pass(PASSPHRASE))
    const databases = await profile.databases()
    const snapshots = await databases.cache.snap.count()
    databases.close()
    if (why === 'sleep') return expect([isOpened, snapshots]).toEqual([{ ok: true }, 1])
    expect([isOpened, snapshots]).toMatchObject([{ ok: false, why: 'window' }, 0])
    profile.isOnline = true
    cold.post({ type: 'online', online: true })
    await cold.opened()
    expect(cold.pending.size).toBe(1)
    return undefined
  })

  test('31: a clock set back a day opens nothing until it is right or the server is heard', async () => {
    const profile = await enrolled()
    profile.isOnline = false
    profile.clock.time -= 24 * HOUR
    const cold = await profile.tab()
    await cold.closed('clock')
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toMatchObject({ ok: false, why: 'clock' })
    profile.isOnline = true
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await cold.opened()
  })

  test('41: locked while a batch is on its way: it is sent again after unlocking, and has one effect', async () => {
    const profile = await enrolled()
    const tab = await profile.tab()
    await tab.opened()
    const one = await world.addCase()
    let release = () => {}
    profile.faults.next.push({
      type: 'hold',
      after: true,
      until: new Promise<void>((resolve) => (release = resolve)),
      on: ({ url }) => url.endsWith('/sync/ops'),
    })
    const [opId = ''] = await tab.take([on(one, 'case.note', { note: 'on its way' })])
    await until(() => tab.states()[0] === 'sending')
    await tab.call('vaultLock').catch(() => undefined)
    await tab.locked()
    release()
    await profile.close()

    const again = await profile.tab()
    await again.closed('locked')
    await again.call('vaultUnlock', pass(PASSPHRASE))
    await until(() => again.states()[0] === 'acked')
    const effects = await server.db.selectFrom('audit').select('n').where('idempotency_key', '=', opId).execute()
    expect(effects).toHaveLength(1)
  })
})

describe('sessions that end', () => {
  test.each([
    ['19: a 401 in the middle of a batch pauses the queue and drops nothing', 'worn out'],
    ['20: a token that expired while there was no network does the same', 'expired'],
  ])('%s', async (_, worn) => {
    const profile = newProfile()
    const tab = await profile.tab()
    await tab.opened()
    const [one, two] = [await world.addCase(), await world.addCase()]
    profile.isOnline = worn !== 'expired'
    if (!profile.isOnline) {
      await tab.take([on(one, 'case.note', { note: 'a' }), on(two, 'case.note', { note: 'b' })])
    }
    tab.post({ type: 'token', token: worn })
    if (profile.isOnline) await tab.take([on(one, 'case.note', { note: 'a' }), on(two, 'case.note', { note: 'b' })])
    profile.isOnline = true
    tab.post({ type: 'online', online: true })
    await until(() => tab.saw('signedOut'))
    await until(() => tab.states().includes('auth'))
    expect(tab.pending.size).toBe(2)
    tab.post({ type: 'token', token: await server.token('analyst') })
    await until(() => tab.states().every((state) => state === 'acked'))
  })

  test('21: another user’s queue stays sealed, is counted, and is never sent with the wrong token', async () => {
    const profile = newProfile()
    const first = await profile.tab('analyst')
    await first.opened()
    await first.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    const one = await world.addCase()
    profile.isOnline = false
    const [opId = ''] = await first.take([on(one, 'case.note', { note: 'mine' })])
    profile.isOnline = true
    const second = await profile.tab('analyst2')
    await second.opened()
    await first.locked()
    expect(first.said.findLast((message) => message.type === 'locked')).toMatchObject({ why: 'user' })
    await until(() => second.vault?.others === 1)
    expect(second.pending.size).toBe(0)
    const names = await profile.names()
    expect(names.filter((name) => name.endsWith('-cache'))).toHaveLength(1)
    expect(names.filter((name) => name.endsWith('-outbox'))).toHaveLength(2)
    await profile.close()

    // a tab that has not heard of it and comes by the other's token: the server does not take it either
    const wrong = await profile.tab('analyst', { token: await server.token('analyst2') })
    await wrong.closed('signed-out')
    await profile.close()
    const back = await profile.tab('analyst')
    await back.opened()
    await until(() => back.states()[0] === 'acked')
    const [effect] = await server.db.selectFrom('audit').select('actor').where('idempotency_key', '=', opId).execute()
    expect(effect?.actor).toBe('analyst')
  })
})

/** What somebody has who copied the disk, and can ask the server what it says now. */
async function opensNow(profile: Profile, shares: Record<string, string>, captured: Captured): Promise<string[]> {
  const databases = await profile.databases('thief')
  const { vault } = databases
  await vault.ways.bulkPut(captured.ways)
  await vault.keys.bulkPut(captured.keys)
  const opened: string[] = []
  try {
    const bundle = await openServerSlot(
      captured.ways.find(({ type }) => type === 'server')!,
      shares,
    )
    const ring = await VaultRing.open(vault, profile.clock, bundle)
    for (const row of captured.snaps) {
      const bytes = await openBytes(ring, row, `${row.k}|${row.platform}|${row.at}`).catch(() => null)
      if (bytes) opened.push(new TextDecoder().decode(bytes))
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  } finally {
    databases.close()
  }
  return opened.toSorted()
}

type Captured = Awaited<ReturnType<typeof capture>>
async function capture(profile: Profile, account = 'analyst') {
  const databases = await profile.databases(account)
  const { vault, cache } = databases
  const captured = {
    ways: await vault.ways.toArray(),
    keys: await vault.keys.toArray(),
    snaps: await cache.snap.toArray(),
  }
  databases.close()
  return captured
}

describe('what is left when it is over', () => {
  const sharesOf = async (device: string, as: string) =>
    (await server.call(sync.registerDevice, { body: { device, label: 'x' } }, { as, platform: null })).shares

  test('23: a platform that is withdrawn: its cache goes, its operations are shredded, and nothing left opens it', async () => {
    const profile = newProfile()
    const tab = await profile.tab('manager')
    await tab.opened()
    const device = tab.vault?.device ?? ''
    await tab.call('snapshotPut', 'a', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.call('snapshotPut', 'b', 'paydek', 'Grace Hopper', profile.clock.now())
    const one = await world.addCase()
    profile.isOnline = false
    await tab.take([on(one, 'case.note', { note: 'Ada was here' })], 10_000)
    const captured = await capture(profile, 'manager')
    expect(await opensNow(profile, await sharesOf(device, 'manager'), captured)).toEqual([
      JSON.stringify('Ada Byron'),
      JSON.stringify('Grace Hopper'),
    ])

    const account = server.db.updateTable('account').where('id', '=', 'manager')
    const { platforms } = await server.db
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
    const after = await capture(profile, 'manager')
    expect(after.snaps.map(({ platform }) => platform)).toEqual(['paydek'])
    expect(after.keys.filter(({ platform }) => platform === 'paxum')).toEqual([])
    // with the copy of before, and everything the server says now
    expect(await opensNow(profile, await sharesOf(device, 'manager'), captured)).toEqual([
      JSON.stringify('Grace Hopper'),
    ])
    await account.set({ platforms }).execute()
  })

  test('23: a platform that was withdrawn while the device was away: the same at the next start', async () => {
    const profile = newProfile()
    const tab = await profile.tab('docadmin')
    await tab.opened()
    await tab.call('snapshotPut', 'a', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.call('snapshotPut', 'b', 'paydek', 'Grace Hopper', profile.clock.now())
    profile.isOnline = false
    await tab.take([on(await world.addCase(), 'case.note', { note: 'Ada was here' })], 10_000)
    await profile.close()
    const account = server.db.updateTable('account').where('id', '=', 'docadmin')
    await account.set({ platforms: ['paydek'] }).execute()
    profile.isOnline = true
    const again = await profile.tab('docadmin')
    await again.opened()
    expect([...again.pending.values()].map(({ state, error }) => [state, error?.code])).toEqual([
      ['dead', 'no-platform'],
    ])
    const { keys, snaps } = await capture(profile, 'docadmin')
    expect([keys.filter(({ platform }) => platform === 'paxum'), snaps.map(({ platform }) => platform)]).toEqual([
      [],
      ['paydek'],
    ])
  })

  test('24: a device that was revoked wipes itself in every tab, and what was copied from it does not open', async () => {
    const profile = newProfile()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    const device = one.vault?.device ?? ''
    await one.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    const captured = await capture(profile)
    await server.call(sync.revokeDevice, { params: { device } })
    await ticks(profile, 21)
    await Promise.all([until(() => one.saw('gone')), until(() => two.saw('gone'))])
    await until(async () => (await profile.names()).length === 0)
    expect((await profile.names()).length).toBe(0)
    const refused = await server.send(sync.registerDevice, { body: { device, label: 'x' } })
    expect([refused.status, refused.headers.get('clear-site-data')]).toEqual([401, '"storage"'])
    expect(await opensNow(profile, {}, captured)).toEqual([])
  })

  test('44: leaving with something unsent: kept sealed for its owner, or given up with a reason the server hears', async () => {
    const profile = await enrolled()
    const tab = await profile.tab()
    await tab.opened()
    const device = tab.vault?.device ?? ''
    const one = await world.addCase()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.take([on(one, 'case.note', { note: 'kept' })], 10_000)
    await tab.call('vaultLeave', { keep: true, reason: '' })
    await profile.close()
    expect((await profile.names()).map((name) => name.replace(/.*-/, ''))).toEqual(['outbox', 'user', 'vault'])

    const back = await profile.tab()
    await back.opened()
    expect(back.states()).toEqual(['held'])
    await back.call('vaultLeave', { keep: false, reason: 'No longer needed' })
    await profile.close()
    expect(await profile.names()).toEqual([])
    const fates = await server.db
      .selectFrom('tombstone')
      .select(['fate', 'reason'])
      .where('device_id', '=', device)
      .execute()
    expect(fates).toEqual([{ fate: 'discarded', reason: 'No longer needed' }])
    // the server's half is gone as well
    expect((await server.send(sync.registerDevice, { body: { device, label: 'x' } })).status).toBe(401)
  })

  test('what was kept for another user goes after seven days', async () => {
    const profile = newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await tab.take([on(await world.addCase(), 'case.note', { note: 'kept' })], 10_000)
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

  test('45: clearing the cache destroys keys and answers, and keeps what is not sent', async () => {
    const profile = newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.take([on(await world.addCase(), 'case.note', { note: 'kept' })], 10_000)
    await tab.call('cacheClear')
    const left = await capture(profile)
    expect([left.snaps, left.keys.filter(({ use }) => use === 'cache')]).toEqual([[], []])
    expect(tab.states()).toEqual(['held'])
    await tab.call('snapshotPut', 'k', 'paxum', 'anew', profile.clock.now())
    expect(await tab.call('snapshotGet', 'k')).toMatchObject({ value: 'anew' })
  })
})

describe('a profile from before the vault', () => {
  test('opens, is sealed anew, its old key is destroyed, and nothing unsent is lost', async () => {
    const profile = newProfile()
    const one = await world.addCase()
    // a vault with nothing in it but the device key, as it was made then
    const databases = await profile.databases()
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    const index = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const old: KeyRing = {
      current: () => ({ keyId: 'old', key }),
      find: (keyId) => (keyId === 'old' ? key : null),
      index,
    }
    await databases.vault.slots.add({ type: 'device', keyId: 'old', key, index, madeAt: 0 })
    const draft = on(one, 'case.note', { note: 'from before' })
    const opId = crypto.randomUUID()
    const at = profile.clock.now()
    const head = { opId, lane: 'old lane', kind: 'case.note', kindV: 1 }
    const body = { op: { ...draft, opId, at, by: { id: 'analyst', name: 'M' } }, label: 'Note', offline: false }
    await databases.outbox.ops.add({
      ...head,
      ...(await seal(old, 'outbox', 'paxum', boundOf(head, 'analyst'), body)),
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
    expect([await after.vault.slots.count(), row?.keyId === 'old', row?.lane === 'old lane']).toEqual([0, false, false])
    after.close()
    await tab.call('sendNow')
    await until(() => tab.states()[0] === 'acked')
  })
})
