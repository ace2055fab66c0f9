// Changes that another person approves: they are marked as pending, and the other person sees their effect.
import type { Page } from '@playwright/test'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { bodyOf, draftOf } from '#src/features/allowlists/editor/draft.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { expect, openWorld, palette, press, preview, test as base, violations, type World } from './support.ts'

const test = base.extend<object, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures it needs from here
    async ({}, use) => {
      const world = await openWorld({ FOUR_EYES: 'sanctions,allowlists' })
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.use({ account: 'admin' })
test.setTimeout(120_000)

const lists = (page: Page) => page.getByRole('grid', { name: 'Screening lists', exact: true })

test('a higher screening threshold waits for another administrator, who sees its effect', async ({
  page,
  browser,
  world,
}) => {
  await page.goto(`${world.url}/admin/paxum/administration/screening-lists`)
  await expect(lists(page)).toBeFocused({ timeout: 30_000 })
  const row = lists(page).getByRole('row', { name: /Sample list/ })
  await row.click()
  await page.keyboard.press('e')
  await page.keyboard.type('People')
  await page.keyboard.press('Enter')
  await page.keyboard.type('95')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('option', { name: /^Set 70 to 95/ })).toContainText(
    'once another person approves',
  )
  await page.keyboard.press('Enter')
  await page.keyboard.type('Too many strangers.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(row).toContainText('Waits for approval')
  await expect(preview(page)).toContainText(/Waits for approval People from 95: .*\. It takes effect once/)
  await expect(preview(page).getByRole('table', { name: 'Thresholds' })).toContainText('70 (default)')
  expect(await violations(page)).toEqual([])
  await preview(page).getByRole('button', { name: 'Approvals' }).press('Enter')
  const asked = { name: /Loosen the policy “Sample list/ }
  await page.getByRole('row', asked).click({ timeout: 30_000 })
  await expect(preview(page)).toContainText('You proposed this: somebody else has to approve it.')

  const second = await browser.newContext({ serviceWorkers: 'block' })
  const value = await tokenOf(world.url, 'superadmin')
  await second.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const other = await second.newPage()
  await other.goto(`${world.url}/admin/paxum/team/approvals`)
  await other.getByRole('row', asked).click({ timeout: 30_000 })
  const proposed = preview(other).getByRole('row', { name: /Match score/ })
  await expect(proposed).toContainText('70')
  await expect(proposed).toContainText('95')
  await expect(preview(other).getByText('Would end at once')).toBeVisible()
  expect(await violations(other)).toEqual([])
  await other.keyboard.press('o')
  await expect(other).toHaveURL(/administration\/screening-lists$/)
  await press(other, 'g', 'Shift+A')
  await other.getByRole('row', asked).click()
  await press(other, 'a')
  await other.keyboard.type('Agreed.')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('row', asked)).toHaveCount(0)
  await press(other, 'g', 'Shift+W')
  const there = lists(other).getByRole('row', { name: /Sample list/ })
  await expect(there).toContainText('95 / 70', { timeout: 30_000 })
  await expect(there).not.toContainText('Waits for approval')
  await second.close()
})

/** Asks for another last day of an allow list, in another window. */
async function proposeEnd({ url }: World, search: string, endDate: string): Promise<void> {
  const headers = {
    'auth-token': await tokenOf(url, 'admin'),
    'client-version': '2.0.9',
    platform: 'paxum',
    'content-type': 'application/json',
  }
  const found = await fetch(`${url}/api/management/allowlists/?platform=paxum&search=${search}`, { headers })
  const { items } = (await found.json()) as { items: Allowlist[] }
  const change = bodyOf({ ...draftOf(items[0]!), endDate, hasNoEnd: false }, [], (criteria) => criteria)
  const body = JSON.stringify({ ...change, id: items[0]!.id })
  const answer = await fetch(`${url}/api/management/allowlist/`, { method: 'PATCH', headers, body })
  expect(answer.ok).toBe(true)
}

test('a pending change of an allow list shows its author and its differences', async ({ page, world }) => {
  await proposeEnd(world, 'busy', '2031-05-05')
  await page.goto(`${world.url}/admin/paxum/allowlists`)
  const list = page.getByRole('grid', { name: 'Allow lists' })
  await expect(list).toBeFocused({ timeout: 30_000 })
  const row = list.getByRole('row', { name: /Busy merchants.*Pending approval/ })
  const index = Number(await row.getAttribute('aria-rowindex')) - 1
  await press(page, ...String(index), 'g', 'g', 'Enter')
  const proposal = page.getByRole('region', { name: 'Proposal' })
  await expect(proposal).toContainText('proposes a change. What is below stays in force until it is approved.')
  await expect(proposal.getByRole('row', { name: /2031-05-05/ })).toBeVisible()
  await expect(page.getByLabel('Last day (UTC)', { exact: true })).not.toHaveValue('2031-05-05')
  expect(await violations(page)).toEqual([])
  await proposal.getByRole('button', { name: 'Approvals' }).press('Enter')
  await expect(page).toHaveURL(/team\/approvals$/)
})
