// Keys that have had their time: everything that is kept moves to new ones, the old ones go, and no word is lost.
import { expect, test } from 'vitest'
import type { UserDocument } from '#engine/cache/user-documents.ts'
import { on } from '#tests/support/device.ts'
import { until, type Profile, type ProfileTab } from '#tests/support/profile.ts'
import { VaultWorld } from '#tests/support/vault-world.ts'

const DAY = 24 * 3_600_000

const here = new VaultWorld()
let profile: Profile

const document = (kind: UserDocument['kind'], id: string, value: unknown): UserDocument => ({
  scope: 'mine',
  kind,
  platform: 'paxum',
  id,
  base: null,
  edit: { value },
})
const isDraft = ({ kind }: UserDocument) => kind === 'draft'

/** The keys on the disk, and the one that encrypts each kind of row. */
async function disk() {
  const databases = await profile.databases()
  const { vault, outbox, user, audit, cache } = databases
  const keys = await vault.keys.filter(({ use }) => use !== 'index').toArray()
  const of = async (table: { toArray(): PromiseLike<{ keyId: string }[]> }) =>
    new Set((await table.toArray()).map(({ keyId }) => keyId))
  const found = {
    keys,
    ops: await of(outbox.ops),
    documents: await of(user.documents),
    acts: await of(audit.acts),
    rows: new Set([...(await of(cache.chunks)), ...(await of(cache.deltas))]),
  }
  databases.close()
  return found
}

const documentsOf = (tab: ProfileTab) =>
  tab.said.flatMap((message) => (message.type === 'documents' ? message.put : []))

async function open(): Promise<ProfileTab> {
  const tab = await profile.tab()
  await tab.opened()
  return tab
}

test('after a month everything is encrypted by new keys, a day later the old ones are destroyed, and all can be read', async () => {
  profile = here.newProfile()
  const first = await open()
  await first.call('replicaFollow', 'paxum')
  await until(() => first.said.some((message) => message.type === 'replica' && message.state.phase === 'ready'))
  await first.call('documents', {
    put: [document('frecency', 'x', [1]), document('draft', 'y', 'half a note')],
    gone: [],
  })
  await first.call('auditAppend', { group: 'g', at: profile.clock.now(), act: { did: 'this' }, query: null })
  // stuck for good: what it is about is nowhere
  const lost = { ...(await here.world.addCase()), id: 'PX9999999' }
  await first.take([on(lost, 'case.note', { note: 'stuck' })])
  await first.call('sendNow')
  await until(() => first.states()[0] === 'dead')
  const before = await disk()
  const isOld = (keyId: string) => before.keys.some((key) => key.keyId === keyId)
  expect([...before.documents, ...before.acts, ...before.rows].every(isOld)).toBe(true)
  await profile.close()

  profile.clock.time += 30 * DAY
  await open()
  await until(async () => ![...(await disk()).rows].some(isOld))
  const renewed = await disk()
  expect([...renewed.documents, ...renewed.acts].filter(isOld)).toEqual([])
  // a tab that was sealing something just then may still need them
  expect(before.keys.filter(({ keyId }) => !renewed.keys.some((key) => key.keyId === keyId))).toEqual([])
  await profile.close()

  profile.clock.time += 2 * DAY
  const last = await open()
  const kept = before.keys.filter(({ use }) => use === 'outbox').map(({ keyId }) => keyId)
  await until(async () => (await disk()).keys.filter(({ keyId }) => isOld(keyId)).length <= kept.length)
  const after = await disk()
  // rejected operations still need their key
  expect(after.keys.filter(({ keyId }) => isOld(keyId)).map(({ keyId }) => keyId)).toEqual([...after.ops])
  expect(last.states()).toEqual(['dead'])
  expect([...last.pending.values()].map(({ op }) => op.body)).toEqual([{ note: 'stuck' }])
  expect(
    documentsOf(last)
      .map(({ kind, edit }) => [kind, edit?.value])
      .toSorted(),
  ).toEqual([
    ['draft', 'half a note'],
    ['frecency', [1]],
  ])
  expect(await last.call('auditRead')).toMatchObject([{ act: { did: 'this' } }])
})

test('23: a write in progress on a withdrawn platform is deleted with it', async () => {
  profile = here.newProfile()
  const tab = await open()
  const elsewhere = { ...document('draft', 'z', 'elsewhere'), platform: 'paydek' }
  await tab.call('documents', { put: [document('draft', 'y', 'half a note'), elsewhere], gone: [] })
  await tab.call('platforms', ['paydek'])
  await profile.close()
  const again = await open()
  expect(
    documentsOf(again)
      .filter(isDraft)
      .map(({ id }) => id),
  ).toEqual(['z'])
})
