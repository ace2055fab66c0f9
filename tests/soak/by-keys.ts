/** Writing as an analyst does: keys alone, and nothing to go by but the screen. */
import type { Page } from '@playwright/test'

/** The beginnings of notes that were written by keys: they are never discarded, and looked for at rest. */
export const BY_KEYS = 'Written by keys'

/** Opens a case and waits until it takes keys. */
export async function openCase(page: Page, url: string, caseId: string): Promise<void> {
  await page.goto(`${url}/admin/paxum/case/${caseId}`)
  await page.getByRole('heading', { name: caseId }).first().waitFor()
  await page.locator('html[data-keys=open]').waitFor()
}

/** How long the screen may take to count a note, ms. */
const COUNTING_MS = 5000

declare global {
  var soakCounted: Promise<boolean | null> | undefined
}

/**
 * Writes a note and answers in the moment in which the status line counts one more as unsent: whether the disk has it by
 * then. Null where it is not counted.
 */
export async function noteByKeys(page: Page, words: string): Promise<boolean | null> {
  await page.keyboard.press('c')
  const field = page.getByRole('dialog').getByRole('textbox').last()
  await field.waitFor()
  // the words of a draft that an earlier tab has left
  await field.fill('')
  await page.keyboard.type(words)
  await page.evaluate(watchCount, COUNTING_MS)
  await page.keyboard.press('Control+Enter')
  return page.evaluate(() => globalThis.soakCounted ?? null)
}

/** Takes back what was done last; answers whether the screen said that it is undone, or sent, or null for neither. */
export async function undoByKeys(page: Page): Promise<'undone' | 'sent' | null> {
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('z')
  const said = page.locator('footer[data-pane] > :first-child')
  for (const until = Date.now() + COUNTING_MS; Date.now() < until;) {
    const text = (await said.textContent()) ?? ''
    if (text.startsWith('Undone: ')) return 'undone'
    if (text.startsWith('Cannot undo ')) return 'sent'
  }
  return null
}

/** Runs in the page, as later may be too late: the disk is asked in the very task in which the count has risen. */
async function watchCount(ms: number): Promise<void> {
  const unsent = () => {
    const texts = [...document.querySelectorAll('footer[data-pane] button')].map((button) => button.textContent ?? '')
    return Number.parseInt((texts.find((text) => text.endsWith(' unsent')) ?? '0').replaceAll(',', ''), 10)
  }
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
    })
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith('-outbox') ? [name] : []))
  const db = await done(indexedDB.open(names[0] ?? ''))
  const stored = async () =>
    (await done<{ opId: string }[]>(db.transaction('ops').objectStore('ops').getAll())).map(({ opId }) => opId)
  const before = new Set(await stored())
  const counted = unsent()
  globalThis.soakCounted = new Promise((resolve) => {
    const end = (answer: Promise<boolean> | null) => {
      observer.disconnect()
      clearTimeout(patience)
      resolve(answer)
      void answer?.finally(() => db.close())
    }
    const observer = new MutationObserver(() => {
      if (unsent() > counted) end(stored().then((ids) => ids.some((opId) => !before.has(opId))))
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    const patience = setTimeout(() => end(null), ms)
  })
}
