// The vault of a device against the real server: what opens it, what closes it, and what is left when it is gone.
import { session } from '#contract/calls/sign-in.ts'
import { describe, expect, test } from 'vitest'
import { MOST_FAILS } from '#engine/vault/vault-state.ts'
import { on } from '#tests/support/device.ts'
import { pass, PASSPHRASE, Profile, ticks, until } from '#tests/support/profile.ts'
import { VaultWorld } from '#tests/support/vault-world.ts'

const HOUR = 3_600_000

const here = new VaultWorld()

/** How many cached answers and keys to such there are. */
async function cached(profile: Profile): Promise<[number, number]> {
  const databases = await profile.databases()
  const keys = databases.vault.keys.filter(({ use }) => use === 'cache')
  const found: [number, number] = [await databases.cache.snap.count(), await keys.count()]
  databases.close()
  return found
}

describe('unlock methods', () => {
  test('the server’s key share opens without input; without it nothing on the disk does', async () => {
    const profile = here.newProfile()
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

  test('another tab with the keys opens, also offline', async () => {
    const profile = here.newProfile()
    const first = await profile.tab()
    await first.opened()
    profile.isOnline = false
    const second = await profile.tab()
    await second.opened()
    expect(second.vault?.phase).toBe('open')
  })

  test('an ended session opens nothing, and a new one does', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab('analyst', { token: 'worn out' })
    await tab.closed('signed-out')
    tab.post({ type: 'token', token: await here.server.token('analyst') })
    await tab.opened()
  })

  test('42: a cold start offline opens by passphrase, and by a passkey', async () => {
    const profile = await here.enrolled()
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

  test('43: ten wrong passphrases destroy the passphrase slot and the cache, and the server’s share still opens', async () => {
    const profile = await here.enrolled()
    const before = await profile.tab()
    await before.opened()
    await before.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await profile.close()
    expect(await cached(profile)).toEqual([1, 1])
    profile.isOnline = false
    const tab = await profile.tab()
    await tab.closed('no-network')
    for (let left = MOST_FAILS - 1; left >= 0; left -= 1) {
      expect(await tab.call('vaultUnlock', pass(`wrong number ${left}`))).toMatchObject({ triesLeft: left })
    }
    expect(await tab.call('vaultUnlock', pass(PASSPHRASE))).toMatchObject({ ok: false })
    await tab.closed('no-way')
    expect(await cached(profile)).toEqual([0, 0])
    expect(tab.vault?.slots.map(({ type }) => type)).toEqual(['server'])
    profile.isOnline = true
    tab.post({ type: 'online', online: true })
    await tab.opened()
  })

  test('a short passphrase is refused', async () => {
    const profile = here.newProfile()
    const tab = await profile.tab()
    await tab.opened()
    await expect(tab.call('vaultEnrol', pass('too short'), 'x')).rejects.toThrow('12 characters')
    await expect(tab.call('vaultRemove', 'server')).rejects.toThrow('only unlock method')
  })

  test('operations of a platform that an older passphrase does not open wait, and are sent once it opens', async () => {
    const profile = here.newProfile()
    const grant = (platforms: string[]) =>
      here.server.db.updateTable('account').where('id', '=', 'docadmin').set({ platforms }).execute()
    await grant(['paydek'])
    const first = await profile.tab('docadmin')
    await first.opened()
    await first.call('vaultEnrol', pass(PASSPHRASE), 'Passphrase')
    await profile.close()
    await grant(['paydek', 'paxum'])
    const second = await profile.tab('docadmin')
    await second.opened()
    profile.isOnline = false
    await second.take([on(await here.world.addCase(), 'case.note', { note: 'seen' })])
    await profile.close()

    const cold = await profile.tab('docadmin')
    await cold.closed('no-network')
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await cold.opened()
    profile.isOnline = true
    cold.post({ type: 'online', online: true })
    cold.post({ type: 'token', token: await here.server.token('docadmin') })
    // another that opens goes, so that what does not has been passed over
    await cold.take([on(await here.world.addCase({ platform: 'paydek' }), 'case.note', { note: 'seen too' })])
    await until(() => cold.states().includes('acked'))
    expect(cold.states()).not.toContain('dead')
    await profile.close()

    const again = await profile.tab('docadmin')
    await again.opened()
    await until(() => again.states().every((state) => state === 'acked'))
  })
})

describe('locking', () => {
  test('closes every tab until the user authenticates', async () => {
    const profile = await here.enrolled()
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
    const headers = { 'auth-token': profile.token() ?? '' }
    const status = async () => (await here.server.send(session.info, {}, { as: null, headers })).status
    await until(async () => (await status()) === 200)
    await again.call('vaultLock').catch(() => undefined)
    // a sign-in that began before the server heard of the lock would not open it
    await until(async () => (await status()) === 401)
    await profile.close()
    const signedIn = await profile.tab('analyst', { isFresh: true })
    await signedIn.opened()
  })

  test('closes every tab even if the lock cannot be stored', async () => {
    const profile = here.newProfile()
    const [one, two] = [await profile.tab(), await profile.tab()]
    await Promise.all([one.opened(), two.opened()])
    profile.holder.drop = () => Promise.reject(new Error('The service worker is gone'))
    await expect(one.call('vaultLock')).rejects.toThrow('The service worker is gone')
    await Promise.all([one.locked(), two.locked()])
    await expect(one.call('list')).rejects.toThrow('Locked')
  })

  test('happens after ten idle minutes; a key in any tab counts for all', async () => {
    const profile = here.newProfile()
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
    const profile = await here.enrolled()
    const tab = await profile.tab()
    await tab.opened()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    const one = await here.world.addCase()
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
    // the clock is a year ahead still; what was decided before is no older for it
    await until(() => cold.states().every((state) => state !== 'held' && state !== 'ready' && state !== 'sending'))
    expect(cold.states()).toEqual(['acked'])
    return undefined
  })

  test('also limits the age of the cache without a server', async () => {
    const profile = await here.enrolled()
    const tab = await profile.tab()
    await tab.opened()
    await tab.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    profile.isOnline = false
    profile.clock.time += 71 * HOUR
    const cold = await profile.tab()
    await cold.closed('locked')
    expect(await cached(profile)).toEqual([1, 1])
    // it goes while nobody touches it, too
    profile.clock.advance(2 * HOUR)
    await until(async () => (await cached(profile))[0] === 0)
    expect(await cached(profile)).toEqual([0, 0])
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toMatchObject({ ok: false, why: 'window' })
  })

  test('31: a clock set back a day prevents opening until it is right or the server answers', async () => {
    const profile = await here.enrolled()
    profile.isOnline = false
    profile.clock.time -= 24 * HOUR
    const cold = await profile.tab()
    await cold.closed('clock')
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toMatchObject({ ok: false, why: 'clock' })
    profile.isOnline = true
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await cold.opened()
  })

  test('41: during a batch: the batch is sent again after unlocking, with one effect', async () => {
    const profile = await here.enrolled()
    const tab = await profile.tab()
    await tab.opened()
    const one = await here.world.addCase()
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
    const effects = await here.server.db.selectFrom('audit').select('n').where('idempotency_key', '=', opId).execute()
    expect(effects).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  test.each([
    ['19: a 401 in the middle of a batch pauses the queue and drops nothing', 'worn out'],
    ['20: a token that expired while there was no network does the same', 'expired'],
  ])('%s', async (_, worn) => {
    const profile = here.newProfile()
    const tab = await profile.tab()
    await tab.opened()
    const [one, two] = [await here.world.addCase(), await here.world.addCase()]
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
    tab.post({ type: 'token', token: await here.server.token('analyst') })
    await until(() => tab.states().every((state) => state === 'acked'))
  })

  test('21: another user’s queue stays encrypted, is counted, and is never sent with the wrong token', async () => {
    const profile = here.newProfile()
    const first = await profile.tab('analyst')
    await first.opened()
    await first.call('snapshotPut', 'k', 'paxum', 'Ada Byron', profile.clock.now())
    const one = await here.world.addCase()
    profile.isOnline = false
    const [opId = ''] = await first.take([on(one, 'case.note', { note: 'mine' })], 10_000)
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
    const wrong = await profile.tab('analyst', { token: await here.server.token('analyst2') })
    await wrong.closed('signed-out')
    await profile.close()
    const back = await profile.tab('analyst')
    await back.opened()
    await back.call('sendNow')
    await until(() => back.states()[0] === 'acked')
    const [effect] = await here.server.db
      .selectFrom('audit')
      .select('actor')
      .where('idempotency_key', '=', opId)
      .execute()
    expect(effect?.actor).toBe('analyst')
  })
})
