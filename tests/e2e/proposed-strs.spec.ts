// Four eyes on an STR: one person proposes it, another approves it in the inbox.
import type { Page } from '@playwright/test'
import { expect, goesOut, openWorld, palette, press, test } from './support.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'

test.setTimeout(120_000)

/** A second press counts once the question was there long enough to be read. The facts are read before it is asked. */
async function confirm(page: Page, asked: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: asked }).or(palette(page).getByText(asked)).first()
  await expect(question).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden({ timeout: 500 })
  }).toPass()
}

test('an STR is proposed by one person, and approved by another', async ({ browser }) => {
  const world = await openWorld({ FOUR_EYES: 'str' })
  try {
    const { id } = await world.db
      .selectFrom('monitoring_case')
      .select('id')
      .where('platform', '=', 'paxum')
      .where('status', '=', 'new')
      .where('open_alert_count', '=', 0)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow()
    const open = async (account: string) => {
      const context = await browser.newContext()
      const value = await tokenOf(world.url, account)
      await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
      const page = await context.newPage()
      await page.goto(`${world.url}/admin/paxum/case/${id}`)
      await expect(page.getByRole('heading', { name: id })).toBeVisible({ timeout: 30_000 })
      return page
    }
    const first = await open('analyst')
    await press(first, 's')
    await expect(palette(first)).toContainText('somebody else approves it')
    await first.keyboard.type('Propose')
    await first.keyboard.press('Enter')
    await first.keyboard.type('Six of six payments lead to one account.')
    await first.keyboard.press('Enter')
    await confirm(first, `Propose an STR on ${id}`)
    await expect(first.getByText('STR proposed by Mara Lindqvist')).toBeVisible()
    await goesOut(first)
    await press(first, 'g', 'Shift+A')
    await expect(first.getByRole('row', { name: /Recommend an STR/ })).toBeVisible()
    await press(first, 'End', 'a')
    await expect(first.getByText('You proposed this: somebody else has to approve it.').first()).toBeVisible()
    await expect(palette(first)).toBeHidden()

    const second = await open('analyst2')
    await expect(second.getByText('STR proposed by Mara Lindqvist')).toBeVisible()
    await press(second, 's')
    await expect(palette(second)).toContainText('proposed by Mara Lindqvist: closes the case')
    await press(second, 'Escape', 'Escape')
    await expect(second.getByRole('button', { name: /pending approval.* 1 for you/ })).toBeVisible()
    await press(second, 'g', 'Shift+A')
    await expect(second.getByRole('row', { name: /Recommend an STR/ })).toBeVisible()
    await press(second, 'End')
    const preview = second.getByRole('complementary', { name: 'Preview' })
    await expect(preview).toContainText('Six of six payments lead to one account.')
    await expect(preview).toContainText(`Case ${id}`)
    await press(second, 'a')
    await second.keyboard.type('Agreed.')
    await second.keyboard.press('Enter')
    await expect(second.getByRole('row', { name: /Recommend an STR/ })).toHaveCount(0)
    await expect(second.getByRole('button', { name: /pending approval.* 1 for you/ })).toHaveCount(0)
    await second.goto(`${world.url}/admin/paxum/case/${id}`)
    await expect(second.getByText('Resolved (STR Recommended)').first()).toBeVisible()
    await expect(second.getByText('STR proposed by')).toHaveCount(0)
  } finally {
    await world.close()
  }
})
