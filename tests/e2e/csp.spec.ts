// The content security policy holds, and the workbench never runs into it.
import { expect, press, queueIsThere, signIn, test } from './support.ts'

test('a journey over the screens violates no policy', async ({ page, world }) => {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        const { tellViolation } = window as unknown as { tellViolation(text: string): void }
        tellViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
      },
    )
  })
  await signIn(page, world.url, 'manager')
  await queueIsThere(page)
  await press(page, 'j', '/')
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
  await press(page, 'Escape', 'Control+k', 'Escape', '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await press(page, 'Escape', 'v', ',', ',', 't')
  await expect(page.getByRole('region', { name: 'Triage' })).toBeVisible()
  await press(page, 'Escape', 'Enter')
  await page.waitForURL('**/case/**')
  await expect(page.getByRole('tab').first()).toBeVisible()
  for (const [index, key] of ['1', '2', '3', '4'].entries()) {
    await page.keyboard.press(key)
    await expect(page.getByRole('tab').nth(index)).toHaveAttribute('aria-selected', 'true')
  }
  await press(page, 'c')
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(page, 'Escape', 'g', 'o')
  await expect(page.getByRole('region', { name: 'Outbox' })).toBeVisible()
  expect(violations).toEqual([])

  // and it would have been told: the policy is there and refuses
  const refused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>text</b>'
      return 'taken'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(refused).toBe('TypeError')
  await expect.poll(() => violations.length).toBe(1)
})

test('every response of the server has the policy', async ({ request, world }) => {
  for (const path of ['/', '/index.html', '/api/login/info', '/sw.js']) {
    const { 'content-security-policy': policy } = (await request.get(world.url + path)).headers()
    expect(policy, path).toContain("require-trusted-types-for 'script'")
    expect(policy, path).not.toContain('unsafe')
  }
})
