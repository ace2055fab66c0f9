// A decision is held before it is sent: until then it can be taken back, and nothing loses it.
import {
  caseAtCursor,
  effectsOn,
  enrolPassphrase,
  expect,
  goesOut,
  isDrained,
  openQueue,
  press,
  queueIsThere,
  rowOf,
  test,
  unlock,
  unsent,
  cutOff,
} from './support.ts'

test.use({ account: 'analyst' })
const PLATFORM = 'paydek'

test.beforeEach(async ({ page, world }) => {
  await openQueue(page, world.url, PLATFORM)
})

test('a decision is taken back and made again until it was sent, and then no more', async ({ page, world }) => {
  await test.step('z undoes a held decision: the row returns and nothing is sent', async () => {
    await page.keyboard.press('j')
    const taken = await caseAtCursor(page)
    await page.keyboard.press('w')
    await expect(rowOf(page, taken)).toHaveCount(0)
    expect(await caseAtCursor(page)).not.toBe(taken)
    await page.keyboard.press('z')
    await expect(rowOf(page, taken)).toBeVisible()
    await expect.poll(() => caseAtCursor(page)).toBe(taken)
    await expect(unsent(page)).toBeHidden()

    // the next decision on it goes out alone
    await page.keyboard.press('m')
    await expect.poll(() => effectsOn(world, taken), { timeout: 30_000 }).toEqual(['assign'])
  })
  await test.step('shift z redoes what was undone', async () => {
    // another case than the one before
    await press(page, 'j', 'j')
    const taken = await caseAtCursor(page)
    await press(page, 'w', 'z')
    await expect(rowOf(page, taken)).toBeVisible()
    // only what is known to be taken back can be done again
    await expect(page.getByRole('contentinfo')).toContainText('Undone')
    await page.keyboard.press('Shift+Z')
    await expect(rowOf(page, taken)).toHaveCount(0)
    await expect.poll(() => effectsOn(world, taken), { timeout: 30_000 }).toEqual(['change status'])
  })
  await test.step('a sent decision cannot be undone, and the message says so', async () => {
    await page.keyboard.press('Shift+G')
    const sent = await caseAtCursor(page)
    await page.keyboard.press('w')
    await goesOut(page)
    await page.keyboard.press('z')
    await expect(page.getByRole('contentinfo')).toContainText('Cannot undo')
    expect(await effectsOn(world, sent)).toEqual(['change status'])
  })
})

test('a reload loses nothing, and undo still works', { tag: '@worker' }, async ({ page, context, world }) => {
  await enrolPassphrase(context, world)
  await cutOff(page)
  await press(page, 'j', 'j', 'j')
  const kept = await caseAtCursor(page)
  await page.keyboard.press('w')
  const taken = await caseAtCursor(page)
  // as by hand: the same key at once again is taken for a bounce
  await press(page, 'k', 'j', 'w')
  await expect(unsent(page)).toHaveText('2 unsent')
  await page.reload()
  await unlock(page)
  await queueIsThere(page)
  await expect(rowOf(page, kept)).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(rowOf(page, taken)).toBeVisible()
  await expect(unsent(page)).toHaveText('1 unsent')
  await context.setOffline(false)
  await isDrained(page)
  expect(await effectsOn(world, kept)).toEqual(['change status'])
  expect(await effectsOn(world, taken)).toEqual([])
})
