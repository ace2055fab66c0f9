import { expect, it } from 'vitest'
import { draft, World } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { AuditLog } from './audit.ts'

async function openLog(world = new World()) {
  const tab = await world.tab()
  const ring = await testRing(tab.databases.vault, world.clock)
  return { world, ...tab, log: new AuditLog(tab.databases, ring, '1') }
}

it('takes the outcome of a recorded command from the outbox and its receipts', async () => {
  const { world, outbox, flusher, log } = await openLog()
  const at = world.clock.now()
  await flusher.begin()
  await outbox.enqueue(world.newOps([draft('case.await', 'PX1')], 'sent'))
  await outbox.enqueue(world.newOps([draft('case.await', 'PX2')], 'undone', 10_000))
  await log.append({ group: 'sent', at, act: { commandId: 'case.await' }, query: null })
  await log.append({ group: 'undone', at, act: { commandId: 'case.await' }, query: null })
  world.clock.advance(2000)
  await outbox.cancel('undone')
  await flusher.pass()
  expect(await log.read()).toEqual([
    {
      group: 'sent',
      at,
      act: { commandId: 'case.await' },
      queryHash: null,
      version: '1',
      result: [{ kind: 'case.await', state: 'acked', at: at + 2000 }],
    },
    {
      group: 'undone',
      at,
      act: { commandId: 'case.await' },
      queryHash: null,
      version: '1',
      result: [{ kind: 'case.await', state: 'undone', at: at + 2000 }],
    },
  ])
})

it('is encrypted on disk, and a filter is stored only as its hash', async () => {
  const { log, databases } = await openLog()
  await log.append({ group: 'g', at: 1, act: { targets: ['PX100231'] }, query: 'search=Acme' })
  const [row] = await databases.audit.acts.toArray()
  expect(Buffer.from(row!.ct).toString('latin1')).not.toMatch(/PX100231|Acme/)
  const [act] = await log.read()
  expect(act).toMatchObject({ act: { targets: ['PX100231'] }, queryHash: expect.stringMatching(/^[0-9a-f]{32}$/) })
})

it('keeps the last five thousand', async () => {
  const { log, databases } = await openLog()
  await log.append({ group: 'first', at: 1, act: {}, query: null })
  const [row] = await databases.audit.acts.toArray()
  await databases.audit.acts.bulkAdd(Array.from({ length: 4999 }, (_, i) => ({ ...row!, n: i + 2 })))
  await log.append({ group: 'last', at: 2, act: {}, query: null })
  expect([await databases.audit.acts.count(), (await databases.audit.acts.toCollection().first())?.n]).toEqual([
    5000, 2,
  ])
})
