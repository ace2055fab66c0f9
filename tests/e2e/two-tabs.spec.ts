// Two tabs of one person: what is decided in one shows in the other, and happens once.
import { caseAtCursor, effectsOn, expect, isDrained, openQueue, press, rowOf, test, unsent } from './support.ts'

test.use({ account: 'analyst' })

test('a decision in one tab appears in the other and takes effect once, and that of a closed tab is sent by another', async ({
  context,
  world,
}) => {
  const first = await context.newPage()
  await openQueue(first, world.url, 'fundstr')
  const second = await context.newPage()
  await openQueue(second, world.url, 'fundstr')

  const id = await caseAtCursor(first)
  await expect(rowOf(second, id)).toBeVisible()
  await first.keyboard.press('w')
  await expect(rowOf(second, id)).toHaveCount(0)
  await expect(unsent(second)).toHaveText('1 unsent')

  // each tab goes on by itself, on different cases
  const other = await caseAtCursor(second)
  await press(second, 'w')
  await expect(rowOf(first, other)).toHaveCount(0)
  await expect.poll(() => effectsOn(world, other), { timeout: 30_000 }).toEqual(['change status'])
  await Promise.all([isDrained(first), isDrained(second)])
  expect(await effectsOn(world, id)).toEqual(['change status'])

  const last = await caseAtCursor(first)
  await first.keyboard.press('w')
  await expect(unsent(second)).toHaveText('1 unsent')
  await first.close()
  await isDrained(second)
  expect(await effectsOn(world, last)).toEqual(['change status'])
})
