// Every screen by axe, in light and in dark.
import { expect, openQueue, palette, press, preview, test, violations, cutOff } from './support.ts'

test.setTimeout(120_000)

test('the pages outside the workbench', async ({ page, world }) => {
  await page.goto(world.url)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in to Docket' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(`${world.url}/notFound`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test.describe('signed in', () => {
  test.use({ account: 'manager' })

  test.beforeEach(async ({ page, world }) => {
    await openQueue(page, world.url, 'paxum-bank')
    await expect(preview(page).getByRole('region', { name: 'Evidence' })).toBeVisible()
  })

  test('the queue and what opens over it, a case tab by tab, and its drawer', async ({ page }) => {
    await press(page, 'x', 'j', 'x', '*')
    await expect(page.getByRole('group', { name: 'Keys that continue this sequence' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'f')
    await page.keyboard.type('assigned')
    await expect(palette(page).getByRole('option').first()).toContainText('Assigned')
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('option', { name: 'Unassigned' })).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByRole('contentinfo')).toContainText('from the previous filter')
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', '/')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'Control+k')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'a')
    await expect(palette(page).getByRole('option', { name: /Ingrid/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', '?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'c')
    const note = page.getByRole('dialog', { name: /note/i })
    await expect(note).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape')
    await expect(note).toBeHidden()

    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab').first()).toBeVisible()
    for (const [index, tab] of ['Alerts', 'Similar', 'Flow', 'Notes'].entries()) {
      await page.keyboard.press(String(index + 1))
      await expect(page.getByRole('tab').nth(index)).toHaveAttribute('aria-selected', 'true')
      expect(await violations(page), tab).toEqual([])
    }
    await press(page, '1')
    await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByRole('dialog', { name: 'Why the alert fired' })).toContainText('Triggering values')
    expect(await violations(page)).toEqual([])
  })

  test('the templates and the keys', async ({ page }) => {
    await press(page, 'g', 'm')
    await expect(page.getByRole('grid', { name: 'Templates' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+,')
    await page.waitForURL('**/settings/keyboard**')
    await expect(page.getByRole('grid').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Enter')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    expect(await violations(page), 'recorder').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(page.getByRole('textbox', { name: 'Keymap as JSON' })).toBeFocused()
    expect(await violations(page), 'import').toEqual([])
    await press(page, 'Escape', '2')
    await expect(page.getByRole('radio', { name: /^Only while/ })).toBeVisible()
    expect(await violations(page), 'typing and focus').toEqual([])
    await press(page, 'Control+k')
    await page.keyboard.type('security')
    await expect(palette(page).getByRole('option').first()).toContainText('Security')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: /^Wipe/ }).first()).toBeVisible()
    expect(await violations(page), 'security').toEqual([])
  })

  test('the team, approvals and the sanctions hits', async ({ page, world }) => {
    for (const [path, name] of [
      ['team', 'Team'],
      ['team/approvals', 'Approvals'],
      ['team/hours', 'Business hours'],
      ['screening/', 'Sanctions hits'],
    ] as const) {
      await page.goto(`${world.url}/admin/paxum/${path}`)
      await expect(page.getByRole('grid', { name })).toBeFocused()
      expect(await violations(page), name).toEqual([])
    }
  })

  test('triage, a question and the outbox', { tag: '@worker' }, async ({ page }) => {
    await press(page, 't')
    await expect(page.getByRole('region', { name: 'Triage' })).toBeVisible()
    await cutOff(page)
    expect(await violations(page)).toEqual([])
    await press(page, '5')
    // the last alert of a case takes the case along
    await expect(page.getByRole('contentinfo')).toContainText(/[12] unsent/)
    await press(page, 'Escape', 'g', 'o')
    const outbox = page.getByRole('region', { name: 'Outbox' })
    await expect(outbox.getByRole('grid', { name: 'Operations' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('z')
    await expect(outbox).toContainText('Everything is on the server')
    expect(await violations(page)).toEqual([])
  })
})
