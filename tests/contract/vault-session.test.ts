// A lock closes the session with the vault, a reload does not close the vault: the engine against the real server.
import { describe, expect, test } from 'vitest'
import { session } from '#contract/calls/sign-in.ts'
import { pass, PASSPHRASE, until, type Profile } from '#tests/support/profile.ts'
import { VaultWorld } from '#tests/support/vault-world.ts'

const here = new VaultWorld()

const statusOf = async (token: string) =>
  (await here.server.send(session.info, {}, { as: null, headers: { 'auth-token': token } })).status

/** Opens a tab and answers it with the session it has. */
async function opened(profile: Profile) {
  const tab = await profile.tab()
  await tab.opened()
  return { tab, token: profile.token() ?? '' }
}

/** Everything of this user on the disk, as text. */
async function onDisk(profile: Profile): Promise<string> {
  const databases = await profile.databases()
  const { vault, outbox, user } = databases
  const tables = [vault.ways, vault.keys, vault.notes, outbox.meta, user.documents]
  const rows = await Promise.all(tables.map((table) => table.toArray()))
  databases.close()
  return JSON.stringify(rows)
}

describe('a lock', () => {
  test('leaves no session: not in the page, on the disk, or at the server', async () => {
    const profile = await here.enrolled()
    const { tab, token } = await opened(profile)
    expect(await statusOf(token)).toBe(200)
    await tab.call('vaultLock').catch(() => undefined)
    await tab.locked()
    await until(async () => (await statusOf(token)) === 401)
    expect(profile.token()).toBeNull()
    expect(await onDisk(profile)).not.toContain(token)
    // a page that is loaded again behind the lock has none either, and gets no shares by another session
    await profile.signIn()
    const again = await profile.tab()
    await again.closed('locked')
  })

  test('withholds the key shares without a new authentication, even if its record is deleted from the disk', async () => {
    const profile = await here.enrolled()
    const { tab } = await opened(profile)
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    const databases = await profile.databases()
    await databases.vault.notes.bulkDelete(['locked', 'lock'])
    databases.close()
    await profile.signIn()
    const silent = await profile.tab()
    await silent.closed('locked')
    await profile.close()
    const fresh = await profile.tab('analyst', { isFresh: true })
    await fresh.opened()
  })

  test('reported late, after a new sign-in, does not lock the user out', async () => {
    const profile = await here.enrolled()
    const { tab, token } = await opened(profile)
    let deliver = () => {}
    const late = new Promise<void>((resolve) => (deliver = resolve))
    const isLock = ({ url }: Request) => url.endsWith('/sync/lock')
    profile.faults.next.push({ type: 'hold', until: late, on: isLock })
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    const fresh = await profile.tab('analyst', { isFresh: true })
    await fresh.opened()
    deliver()
    await profile.faults.landed()
    expect(await statusOf(profile.token() ?? '')).toBe(200)
    // a session from before the lock stays ended
    expect(await statusOf(token)).toBe(401)
  })

  test('returns the session to who opens the vault, and the server accepts it', async () => {
    const profile = await here.enrolled()
    const { tab, token } = await opened(profile)
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    await until(async () => (await statusOf(token)) === 401)
    const again = await profile.tab()
    await again.closed('locked')
    expect(await again.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await again.opened()
    expect(profile.token()).toBe(token)
    await until(async () => (await statusOf(token)) === 200)
  })

  test('ends in every tab once one is unlocked, even if no service worker holds the keys', async () => {
    const profile = await here.enrolled()
    const { tab, token } = await opened(profile)
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    profile.holder.keep = async () => false
    const [first, second] = [await profile.tab(), await profile.tab()]
    await first.closed('locked')
    await second.closed('locked')
    expect(await first.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await second.opened()
    expect(await statusOf(token)).toBe(200)
  })

  test('made offline is reported by the lock screen once online', async () => {
    const profile = await here.enrolled()
    const { tab, token } = await opened(profile)
    profile.isOnline = false
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    expect(profile.token()).toBeNull()
    expect(await statusOf(token)).toBe(200)
    const cold = await profile.tab()
    await cold.closed('locked')
    profile.isOnline = true
    cold.post({ type: 'online', online: true })
    await until(async () => (await statusOf(token)) === 401)
  })

  test('unlocked offline is unlocked at the server by the first refused call', async () => {
    const profile = await here.enrolled()
    const { tab, token } = await opened(profile)
    await tab.call('vaultLock').catch(() => undefined)
    await until(async () => (await statusOf(token)) === 401)
    await profile.close()
    profile.isOnline = false
    const cold = await profile.tab()
    await cold.closed('locked')
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await cold.opened()
    expect(await cold.call('vaultRevive')).toBe(false)
    profile.isOnline = true
    expect(await statusOf(token)).toBe(401)
    expect(await cold.call('vaultRevive')).toBe(true)
    expect(await statusOf(token)).toBe(200)
    // a call that left before the server was told, and is answered now, is sent again, whichever tab sent it
    expect(await cold.call('vaultRevive')).toBe(true)
    const other = await profile.tab()
    await other.opened()
    expect(await other.call('vaultRevive')).toBe(true)
    // not for ever: then the session is over
    profile.clock.advance(60_000)
    expect(await other.call('vaultRevive')).toBe(false)
  })

  test('unlocked offline, with another session since, learns that a platform was withdrawn', async () => {
    const profile = here.newProfile()
    const first = await profile.tab('docadmin')
    await first.opened()
    await first.call('snapshotPut', 'b', 'paydek', 'Grace Hopper', profile.clock.now())
    await first.call('vaultEnrol', pass(PASSPHRASE), 'Desk')
    await first.call('vaultLock').catch(() => undefined)
    await profile.close()
    profile.isOnline = false
    const cold = await profile.tab('docadmin')
    await cold.closed('locked')
    expect(await cold.call('vaultUnlock', pass(PASSPHRASE))).toEqual({ ok: true })
    await cold.opened()
    const account = here.server.db.updateTable('account').where('id', '=', 'docadmin')
    await account.set({ platforms: ['paxum'] }).execute()
    await profile.signIn('docadmin')
    profile.isOnline = true
    // goes on by what the page before it kept, and asks the server beside
    const next = await profile.tab('docadmin')
    await next.opened()
    const databases = await profile.databases('docadmin')
    await until(async () => (await databases.vault.keys.filter(({ platform }) => platform === 'paydek').count()) === 0)
    databases.close()
  })

  test('does not keep a revoked device from wiping itself', async () => {
    const profile = await here.enrolled()
    const { tab } = await opened(profile)
    const device = tab.vault?.device ?? ''
    await tab.call('vaultLock').catch(() => undefined)
    await profile.close()
    await here.server.db.updateTable('device').set({ revoked_at: new Date() }).where('id', '=', device).execute()
    const cold = await profile.tab()
    await until(() => cold.saw('gone'))
    expect(await profile.names()).toEqual([])
  })
})

describe('without a network', () => {
  test('a reloaded page continues without set-up; after a browser restart it does not', async () => {
    const profile = here.newProfile()
    const { tab } = await opened(profile)
    profile.isOnline = false
    // the tab alone goes: the browser runs
    await tab.stop()
    const reloaded = await profile.tab()
    await reloaded.opened()
    expect(reloaded.vault?.slots.map(({ type }) => type)).toEqual(['server'])
    await profile.close()
    const restarted = await profile.tab()
    await restarted.closed('no-way')
  })

  test('a locked one stays closed, and so does one whose user signed out', async () => {
    const profile = here.newProfile()
    const { tab, token } = await opened(profile)
    await tab.call('vaultLock').catch(() => undefined)
    await tab.locked()
    await until(async () => (await statusOf(token)) === 401)
    expect(await profile.holder.find('')).toBeNull()
    const again = await profile.tab()
    await again.closed('locked')
    await profile.close()
    const back = await profile.tab('analyst', { isFresh: true })
    await back.opened()
    await back.call('vaultLeave', { keep: false, reason: '' })
    profile.isOnline = false
    const left = await profile.tab()
    await left.closed('no-way')
  })

  test('a device that may unlock by itself, by policy, opens; locked it does not', async () => {
    const config = here.server.services.config as { offlineUnlock: string }
    config.offlineUnlock = 'device'
    const profile = here.newProfile()
    await opened(profile)
    await profile.close()
    profile.isOnline = false
    const restarted = await profile.tab()
    await restarted.opened()
    await restarted.call('vaultLock').catch(() => undefined)
    await profile.close()
    const locked = await profile.tab()
    await locked.closed('locked')
    await profile.close()

    // another policy takes it away
    config.offlineUnlock = 'offered'
    profile.isOnline = true
    const fresh = await profile.tab('analyst', { isFresh: true })
    await fresh.opened()
    await profile.close()
    profile.isOnline = false
    const cold = await profile.tab()
    await cold.closed('no-way')
  })
})

test('messages between tabs hold no key and no token', async () => {
  const profile = await here.enrolled()
  const heard: unknown[] = []
  const open = profile.air.open
  profile.air.open = (name) => {
    const channel = open(name)
    const say = channel.postMessage.bind(channel)
    channel.postMessage = (message) => {
      heard.push(message)
      say(message)
    }
    return channel
  }
  const { tab, token } = await opened(profile)
  const second = await profile.tab()
  await second.opened()
  const renewed = await profile.signIn()
  tab.post({ type: 'token', token: renewed })
  await until(() => second.saw('askToken'))
  const hasKey = (value: unknown): boolean =>
    value instanceof CryptoKey ||
    (typeof value === 'object' && value !== null && Object.values(value).some((each) => hasKey(each)))
  expect(heard.length).toBeGreaterThan(3)
  expect(heard.some(hasKey)).toBe(false)
  for (const secret of [token, renewed]) expect(JSON.stringify(heard)).not.toContain(secret)
})
