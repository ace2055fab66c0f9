// The operator puts the server back to an earlier copy: what this device was told since is named, and sent again.
import { sql } from 'kysely'
import { beginIncarnation } from '#server/sync/cursor.ts'
import { checkBooks, savedIn } from './read-outbox.ts'
import {
  caseAtCursor,
  effectsOn,
  expect,
  isDrained,
  openQueue,
  press,
  rowOf,
  test,
  type World,
  isOpen,
} from './support.ts'

test.use({ account: 'analyst' })
test.setTimeout(120_000)

/** As if what these operations did had never happened. */
async function putBack({ db }: World, caseIds: readonly string[], opIds: readonly string[]): Promise<void> {
  await db.deleteFrom('idempotency').where('key', 'in', opIds).execute()
  await db.updateTable('monitoring_case').set({ status: 'new' }).where('id', 'in', caseIds).execute()
  // the audit lets nothing go by itself
  await sql`alter table audit disable trigger audit_append_only`.execute(db)
  await db.deleteFrom('audit').where('idempotency_key', 'in', opIds).execute()
  await sql`alter table audit enable trigger audit_append_only`.execute(db)
}

test('49: a server restored from backup names what it has lost, and receives it again', async ({ page, world }) => {
  await openQueue(page, world.url, 'fundstr')
  await isOpen(page)
  // others may have been at these cases before, in this world
  const before = new Map<string, string[]>()
  for (let i = 0; i < 2; i += 1) {
    const id = await caseAtCursor(page)
    before.set(id, await effectsOn(world, id))
    // as by hand: the same key at once again is taken for a bounce
    await press(page, 'j', 'k', 'w')
    await expect(rowOf(page, id)).toHaveCount(0)
  }
  const ids = [...before.keys()]
  await expect.poll(async () => (await savedIn(page, 'analyst')).length).toBe(2)
  const saved = await savedIn(page, 'analyst')
  await isDrained(page)

  await world.stop()
  await putBack(world, ids, saved)
  // as `npm run restored` does
  await beginIncarnation(world.db)
  await world.start()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('The server was restored from a backup: 2 missing there', {
    timeout: 60_000,
  })
  await expect(footer.getByRole('button', { name: '2 conflicts' })).toBeVisible()
  for (const [id, effects] of before) expect(await effectsOn(world, id)).toEqual(effects)

  await press(page, 'g', 'q')
  const desk = page.getByRole('region', { name: 'Conflicts' })
  for (const id of ids) await expect(desk).toContainText(id)
  await expect(desk).toContainText('no longer has it')
  await press(page, 'r')
  await expect(desk).toContainText('1 decision rejected by the server')
  await press(page, 'r')
  await expect(desk).toContainText('No conflicts')
  await isDrained(page)
  for (const [id, effects] of before) expect(await effectsOn(world, id)).toEqual([...effects, 'change status'])
  await checkBooks(world, page, 'analyst', saved)
})
