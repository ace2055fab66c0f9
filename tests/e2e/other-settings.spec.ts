// Journeys for which the server has other settings than in the world of all others: four eyes on STRs and on rules, and an
// assistant whose model never ends its answer. They share one server.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { expect, goesOut, openWorld, palette, press, test, violations, type World } from './support.ts'

test.setTimeout(120_000)

let world: World & { close(): Promise<void> }
let model: Server
/** How often the model was told that nobody waits for its answer any more. */
let told = 0

test.beforeAll(async () => {
  test.setTimeout(300_000)
  // it begins its answer and never ends it
  model = createServer((_, response) => {
    response.on('close', () => told++)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'Two cases are overdue' } }] })}\n\n`)
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  world = await openWorld({
    FOUR_EYES: 'str,rules',
    ASSISTANT_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
  })
})
test.afterAll(async () => {
  model.closeAllConnections()
  model.close()
  await world.close()
})

/** A window of somebody who is signed in, with nothing of anybody else. */
async function openAs(browser: Browser, account: string, path: string): Promise<Page> {
  const context = await browser.newContext()
  const value = await tokenOf(world.url, account)
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/paxum/${path}`)
  return page
}

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
    const page = await openAs(browser, account, `case/${id}`)
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
  await first.context().close()
  await second.context().close()
})

const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

test('with four eyes a change waits for another person, who sees the proposal', async ({ browser }) => {
  const { id } = await world.db
    .selectFrom('rule')
    .select('id')
    .where('platform', '=', 'paxum')
    .where('name', '=', 'Multiple senders')
    .executeTakeFirstOrThrow()
  const page = await openAs(browser, 'manager', `rules/${id}`)
  await description(page).fill('Four senders or more.')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: /^(Save|Propose)/ })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('As written.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  const proposal = page.getByRole('region', { name: 'Proposal' })
  await expect(proposal).toContainText('proposes a change')
  await expect(proposal).toContainText('Reason: As written.')
  await expect(proposal.getByRole('row', { name: /Description/ })).toContainText('Four senders or more.')
  expect(await violations(page)).toEqual([])
  // nobody approves what is one's own
  await page.keyboard.press('a')
  await expect(page.getByRole('contentinfo')).toContainText('Somebody else has to approve it')

  const other = await openAs(browser, 'admin', `rules/${id}`)
  await expect(other.getByRole('region', { name: 'Proposal' })).toBeVisible({ timeout: 30_000 })
  await other.keyboard.press('a')
  await expect(palette(other)).toBeVisible()
  await other.keyboard.press('Enter')
  await expect(description(other)).toHaveValue('Four senders or more.')
  await expect(other.getByRole('region', { name: 'Proposal' })).toBeHidden()
  await other.context().close()
  await page.context().close()
})

test('an answer is stopped while it comes in: what has arrived stays, and the model is told', async ({ browser }) => {
  const page = await openAs(browser, 'admin', 'contracts/')
  await expect(page.getByRole('grid', { name: 'Contracts', exact: true })).toBeFocused({ timeout: 30_000 })
  await press(page, 'g', 'a')
  const drawer = page.getByRole('dialog', { name: 'Assistant' })
  const stop = drawer.getByRole('button', { name: /^Stop/ })
  const ways = [() => stop.click(), () => page.keyboard.press('Control+.'), () => page.keyboard.press('Escape')]
  for (const [index, way] of ways.entries()) {
    await drawer.getByRole('textbox', { name: 'Question' }).focus()
    await page.keyboard.type(`Which cases are overdue, time ${index}?`)
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Two cases are overdue', { exact: true })).toHaveCount(index + 1)
    await expect(stop).toBeEnabled()
    await way()
    await expect(drawer.getByRole('alert').filter({ hasText: 'Stopped' })).toHaveCount(index + 1)
    await expect(drawer.getByText('Two cases are overdue', { exact: true })).toHaveCount(index + 1)
    await expect(drawer.getByRole('button', { name: /^Ask/ })).toBeVisible()
    await expect(drawer.getByRole('button', { name: /^Copy answer/ })).toBeEnabled()
    await expect.poll(() => told).toBe(index + 1)
  }
  expect(await violations(page)).toEqual([])
  await page.context().close()
})
