/** Writing as an analyst does: keys alone, and nothing to go by but the screen. */
import type { Page } from 'playwright-core'

/** What notes that were written by keys begin with: they are never given up, and looked for at rest. */
export const BY_KEYS = 'Written by keys'

/** Opens a case and waits until it takes keys. */
export async function openCase(page: Page, url: string, caseId: string): Promise<void> {
  await page.goto(`${url}/admin/paxum/case/${caseId}`)
  await page.getByRole('heading', { name: caseId }).first().waitFor()
  await page.locator('html[data-keys=open]').waitFor()
}

/** How long the screen may take to count a note, ms. */
const COUNTING_MS = 5000

/** True in the moment in which the status line counts one more as unsent; false where it does not. */
export async function noteByKeys(page: Page, words: string): Promise<boolean> {
  const before = await page.evaluate(unsent)
  await page.keyboard.press('c')
  const field = page.getByRole('dialog').getByRole('textbox').last()
  await field.waitFor()
  // the words of a draft that an earlier tab has left
  await field.fill('')
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')
  for (const until = Date.now() + COUNTING_MS; Date.now() < until;) {
    if ((await page.evaluate(unsent)) > before) return true
  }
  return false
}

/** Runs in the page: what the status line counts. */
function unsent(): number {
  const texts = [...document.querySelectorAll('footer[data-pane] button')].map((button) => button.textContent ?? '')
  return Number.parseInt((texts.find((text) => text.endsWith(' unsent')) ?? '0').replaceAll(',', ''), 10)
}
