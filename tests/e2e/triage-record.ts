/** Triage by keyboard, and the record of what was pressed: the test's own, to hold the server's audit against. */
import type { Page } from '@playwright/test'
import { DEFAULT_MACROS } from '#src/features/templates/defaults.ts'
import { caseIdIn, expect } from './support.ts'

/** One disposition as it was pressed, in the audit's words. */
export interface Pressed {
  caseId: string
  act: string
  keys: string[]
}

/** How long an alert has to be shown before a macro is taken, and a question before Enter is, ms. */
export const DWELL_MS = 400
export const BOUNCE_MS = 250

const triage = (page: Page) => page.getByRole('region', { name: 'Triage' })
const progress = (page: Page) => triage(page).getByLabel('Progress')
/** The progress once it has moved on from a text of it; the total may change on its own, as others work. */
export const nextAfter = (page: Page, at: string) =>
  progress(page).filter({ hasNotText: new RegExp(`^${at.split(' / ')[0]} / `) })
const question = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'confirm' })

/** The current row of triage. */
async function inFront(page: Page): Promise<{ caseId: string; title: string; at: string }> {
  const head = triage(page).locator('header')
  const title = await head.getByRole('heading').innerText()
  const caseId = caseIdIn(await head.innerText())
  return { caseId, title, at: await progress(page).innerText() }
}

/** Lets as much time pass on the page as its guards against bouncing keys ask for, ms. */
export async function takeIn(page: Page, ms: number): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from, enough]) => performance.now() - from! > enough!, [since, ms])
}

/** Waits until a digit may be taken: the facts of what is in front are there, and it has been shown long enough. */
export async function isReadable(page: Page, digit: string): Promise<void> {
  const decide = triage(page).getByRole('group', { name: 'Decide' })
  await expect(decide.locator(`button[aria-keyshortcuts="${digit}"]`)).toBeEnabled()
  await takeIn(page, DWELL_MS)
}

/** Decides what is in front by a digit, with words where its template asks for some, and by Enter where the workbench asks once more. */
async function decide(page: Page, digit: string, words?: string): Promise<string[]> {
  const { at } = await inFront(page)
  await isReadable(page, digit)
  await page.keyboard.press(digit)
  const next = nextAfter(page, at)
  if (words !== undefined) {
    await page.getByRole('dialog').getByRole('textbox').fill(words)
    await page.keyboard.press('Control+Enter')
    await expect(next).toBeVisible()
    return [digit, 'Control+Enter']
  }
  // steps of a procedure that are outstanding want a reason
  const reason = page.getByRole('dialog').getByRole('textbox')
  await expect(next.or(question(page)).or(reason).first()).toBeVisible()
  const keys = [digit]
  if (await reason.isVisible()) {
    await expect(reason).toBeFocused()
    await page.keyboard.type('asked by phone')
    await page.keyboard.press('Control+Enter')
    keys.push('Control+Enter')
    await expect(next.or(question(page)).first()).toBeVisible()
  }
  if (await next.isVisible()) return keys
  await takeIn(page, BOUNCE_MS)
  await page.keyboard.press('Enter')
  await expect(next).toBeVisible()
  return [...keys, 'Enter']
}

/** True if the decision on the alert in front closes its case without an STR. */
const closesCase = (page: Page) =>
  triage(page).getByRole('group', { name: 'Decide' }).getByRole('button', { name: 'no STR' }).first().isVisible()

/** Recommends an STR on the case in front, whose last open alert goes with it as suspicious. */
async function recommend(page: Page): Promise<string[]> {
  const { at } = await inFront(page)
  for (const key of ['s', '2', '1']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: 'Command palette' }).or(question(page))).toBeVisible()
  }
  await takeIn(page, BOUNCE_MS)
  await page.keyboard.press('Enter')
  await expect(nextAfter(page, at)).toBeVisible()
  return ['s', '2', '1', 'Enter']
}

/**
 * Resolves so many alerts in triage, each by the next template's digit; the last of a case closes it without an STR. The
 * first `recommending` cases with one open alert are recommended for an STR instead. `words` are written in each note where
 * templates ask for some: without them the one at hand closes by its digit (see plain-templates.ts). Ends in the queue again.
 */
export async function resolveAlerts(
  page: Page,
  count: number,
  { recommending = 0, words }: { recommending?: number; words?: string } = {},
): Promise<Pressed[]> {
  const macros = DEFAULT_MACROS.transaction.filter(({ templateId }) => templateId === 'data-error')
  const pressed: Pressed[] = []
  let resolved = 0
  let recommended = 0
  await page.keyboard.press('t')
  await expect(triage(page)).toBeVisible()
  while (resolved < count || recommended < recommending) {
    const { caseId, title } = await inFront(page)
    if (title === 'Recommendation') {
      await page.keyboard.press('j')
      await expect.poll(async () => (await inFront(page)).caseId).not.toBe(caseId)
      continue
    }
    const isLast = await closesCase(page)
    if (isLast && recommended < recommending) {
      pressed.push({ caseId, act: `resolve ${title} STR_PROCEED`, keys: await recommend(page) })
      pressed.push({ caseId, act: 'recommend STR proceed', keys: [] })
      recommended += 1
      continue
    }
    const macro = macros[resolved % macros.length]!
    pressed.push({ caseId, act: `resolve ${title} ${macro.reason}`, keys: await decide(page, macro.key, words) })
    if (isLast) pressed.push({ caseId, act: 'close without STR reject', keys: [] })
    resolved += 1
  }
  // out by way of what came of it
  await page.keyboard.press('Escape')
  await expect(triage(page).getByText('Triage paused')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(triage(page)).toBeHidden()
  return pressed
}

/** The keys pressed on each case, in order. */
export function byCase(acts: readonly { caseId: string; act: string }[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { caseId, act } of acts) (found[caseId] ??= []).push(act)
  return found
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
