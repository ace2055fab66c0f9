// Who has a copy of the disk, from before or from now, and asks the server: every store opens with its halves, and no
// row of any opens without.
import { describe, expect, test } from 'vitest'
import { sync } from '#contract/calls/sync.ts'
import { on } from '#tests/support/device.ts'
import { until, type Profile, type ProfileTab } from '#tests/support/profile.ts'
import {
  capture,
  opensWith,
  sealedIn,
  sharesOf,
  tallied,
  type Captured,
  type Found,
} from '#tests/support/stolen-disk.ts'
import { VaultWorld } from '#tests/support/vault-world.ts'

const here = new VaultWorld()
const ACCOUNT = 'manager'
const PLATFORMS = ['paxum', 'paydek'] as const
const STORES = ['acts', 'chunks', 'deltas', 'documents', 'keys', 'ops', 'snap']

async function copyOf(profile: Profile): Promise<Captured> {
  const databases = await profile.databases(ACCOUNT)
  const copy = await capture(databases)
  databases.close()
  return copy
}

/** Something in every store, of each platform. */
async function filled(): Promise<{ profile: Profile; tab: ProfileTab; device: string; copy: Captured }> {
  const profile = here.newProfile()
  const tab = await profile.tab(ACCOUNT)
  await tab.opened()
  const now = profile.clock.now()
  for (const platform of PLATFORMS) {
    const one = await here.world.addCase({ platform })
    await tab.call('replicaFollow', platform)
    await until(async () => (await copyOf(profile)).chunks.some((row) => row.platform === platform))
    // a line after the chunks is a change
    await here.world.addCase({ platform })
    await until(async () => {
      await tab.call('replicaSync', platform)
      return (await copyOf(profile)).deltas.some((row) => row.platform === platform)
    })
    await tab.call('snapshotPut', `answer of ${platform}`, platform, 'Ada Byron', now)
    const draft = { scope: 'mine', kind: 'draft', platform, id: one.id, base: null, edit: { value: 'Ada wa' } } as const
    await tab.call('documents', { put: [draft], gone: [] })
    await tab.call('auditAppend', { group: platform, at: now, act: { did: 'this' }, query: null })
    await tab.take([on(one, 'case.note', { note: 'Ada was here' })], 60_000)
  }
  const device = tab.vault?.device ?? ''
  const copy = await copyOf(profile)
  const sealed = sealedIn(copy, ACCOUNT)
  expect([...new Set(sealed.map(({ store }) => store))].toSorted()).toEqual(STORES)
  // a thief who has both opens all of it: what follows could fail
  expect(tallied(await opensNow(device, copy))).toEqual(tallied(sealed))
  return { profile, tab, device, copy }
}

const opensNow = async (device: string, copy: Captured): Promise<Found[]> =>
  opensWith(await sharesOf(here.server, device), copy, ACCOUNT)

describe('a copied disk', () => {
  test('cannot be decrypted after a lock without the server’s key shares, and can with them', async () => {
    const { profile, tab, device } = await filled()
    await tab.call('vaultLock')
    const after = await copyOf(profile)
    expect(await opensWith({}, after, ACCOUNT)).toEqual([])
    expect(tallied(await opensNow(device, after))).toEqual(tallied(sealedIn(after, ACCOUNT)))
  })

  test('cannot be decrypted after signing out, whenever it was copied', async () => {
    const { profile, tab, device, copy } = await filled()
    await tab.call('vaultLeave', { keep: false, reason: 'No longer needed' })
    expect(await opensNow(device, copy)).toEqual([])
    expect(await profile.names()).toEqual([])
  })

  test('23: cannot be decrypted for a withdrawn platform, whenever it was copied', async () => {
    const { profile, tab, device, copy } = await filled()
    const { platforms } = await here.server.db
      .selectFrom('account')
      .select('platforms')
      .where('id', '=', ACCOUNT)
      .executeTakeFirstOrThrow()
    const left = platforms.filter((each) => each !== 'paxum')
    const account = here.server.db.updateTable('account').where('id', '=', ACCOUNT)
    await account.set({ platforms: left }).execute()
    await here.server.call(sync.registerDevice, { body: { device, label: 'x' } }, { as: ACCOUNT, platform: null })
    const others = sealedIn(copy, ACCOUNT).filter(({ platform }) => platform !== 'paxum')
    expect(tallied(await opensNow(device, copy))).toEqual(tallied(others))
    // and of what lies there now nothing is that platform's
    await tab.call('platforms', left)
    await until(() => tab.saw('platformGone'))
    const after = await copyOf(profile)
    expect(sealedIn(after, ACCOUNT).filter(({ platform }) => platform === 'paxum')).toEqual([])
    expect(tallied(await opensNow(device, after))).toEqual(tallied(sealedIn(after, ACCOUNT)))
    await account.set({ platforms }).execute()
  })

  test('24: cannot be decrypted after a remote wipe, whenever it was copied', async () => {
    const { device, copy } = await filled()
    await here.server.call(sync.revokeDevice, { params: { device } }, { as: ACCOUNT })
    expect(await opensNow(device, copy)).toEqual([])
  })
})
