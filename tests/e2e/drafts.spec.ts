// Words that are being written are on this device before they are sent: a lock, a reload or another screen costs none.
import type { Page } from '@playwright/test'
import {
  caseAtCursor,
  enrolPassphrase,
  expect,
  isDrained,
  openQueue,
  press,
  queueIsThere,
  test,
  unlock,
  type World,
} from './support.ts'

test.use({ account: 'analyst' })
test.setTimeout(120_000)

const note = (page: Page) => page.getByRole('textbox', { name: /^Note on/ })

async function notesOn({ db }: World, caseId: string): Promise<string[]> {
  const rows = await db.selectFrom('note').select('text').where('case_id', '=', caseId).execute()
  return rows.map(({ text }) => text)
}

test('a note in progress survives a lock', async ({ context, world }) => {
  const page = await context.newPage()
  await openQueue(page, world.url, 'fundstr')
  await enrolPassphrase(context, world, 'fundstr')
  const other = await context.newPage()
  await openQueue(other, world.url, 'fundstr')
  await page.bringToFront()
  const id = await caseAtCursor(page)
  await press(page, 'c')
  await expect(note(page)).toBeFocused()
  await page.keyboard.type('Called the customer, who')
  await expect(note(page)).toHaveValue('Called the customer, who')
  // as when nobody was there for a while: it is not this window that locks, but one that was gone to
  await other.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await press(other, 'Control+Shift+L')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Called the customer')

  // the drawer is open again, over the case that it was opened on
  await unlock(page)
  await expect(note(page)).toBeFocused({ timeout: 30_000 })
  await expect(note(page)).toHaveValue('Called the customer, who')
  await expect(page.getByRole('dialog', { name: `Note on ${id}` })).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' did not answer.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => notesOn(world, id), { timeout: 30_000 }).toEqual(['Called the customer, who did not answer.'])
  await isDrained(page)

  // a sent text is not offered again
  await page.reload()
  await queueIsThere(page)
  await press(page, 'c')
  await expect(note(page)).toBeFocused()
  await expect(note(page)).toHaveValue('')
})

test('the last typed word survives a manual lock, and so do cursor and triage run', async ({ context, world }) => {
  const page = await context.newPage()
  await openQueue(page, world.url, 'paydek')
  await enrolPassphrase(context, world, 'paydek')
  await press(page, 'j', 'j', 't')
  await expect(page).toHaveTitle(/^Triage: /)
  const first = await page.title()
  await press(page, 'j')
  await expect(page).not.toHaveTitle(first)
  const inFront = await page.title()
  const progress = await page.getByLabel('Progress').textContent()
  await press(page, 'c')
  await expect(note(page)).toBeFocused()
  await page.keyboard.type('One word')
  await press(page, 'Control+Shift+L')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await unlock(page)
  await expect(note(page)).toBeFocused({ timeout: 30_000 })
  await expect(note(page)).toHaveValue('One word')
  await press(page, 'Escape')
  await expect(page).toHaveTitle(inFront)
  await expect(page.getByLabel('Progress')).toHaveText(progress ?? '')
  await press(page, 'Escape')
  await queueIsThere(page)
  const id = await caseAtCursor(page)
  await page.reload()
  await queueIsThere(page)
  await expect.poll(() => caseAtCursor(page)).toBe(id)
})
