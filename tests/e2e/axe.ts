/** The findings of axe on a page. Contrast takes longest, so only some of texts that look alike are checked. */
import type { Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

/** Of texts that look alike so many are judged, once in a document: axe passes over one that lies under something else. */
const SAMPLE = 3

const violationsAlone: RunOptions = { resultTypes: ['violations'] }
const withoutContrast: RunOptions = { ...violationsAlone, rules: { 'color-contrast': { enabled: false } } }
const contrast: RunOptions = { ...violationsAlone, runOnly: ['color-contrast'] }

/** The findings of axe in both colour schemes: rule and place, one line each. In the dark only colours differ. */
export async function violations(page: Page): Promise<string[]> {
  // a document keeps it; the wrapper for Playwright loads it anew, into a further page, for every run
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found: string[] = []
  const add = (scheme: string, results: readonly Result[]) => {
    for (const { id, nodes } of results)
      found.push(...nodes.map(({ target, failureSummary }) => `${scheme} ${id} ${String(target)} ${failureSummary}`))
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    if (colorScheme === 'light') add(colorScheme, await page.evaluate(runAxe, withoutContrast))
    add(colorScheme, await page.evaluate(judgeContrast, [contrast, SAMPLE] as const))
  }
  return found
}

/** In the page. Only violations are told: they are the smallest part of a result. */
async function runAxe(options: RunOptions): Promise<Result[]> {
  const { axe: there } = globalThis as unknown as { axe: typeof axe }
  return (await there.run(document, options)).violations
}

/** In the page. Two texts look alike where everything is the same that their contrast depends on; the scheme shows in their colours. */
async function judgeContrast([options, sample]: readonly [RunOptions, number]): Promise<Result[]> {
  const there = globalThis as unknown as { axe: typeof axe; judged?: Set<string> }
  const judged = (there.judged ??= new Set())
  const counts = new Map<string, number>()
  const behind = new Map<Element, string>()
  /** The background of a text, up to the first opaque ancestor. */
  const look = (element: Element | null): string => {
    if (!element) return ''
    const known = behind.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity} ${position}`
    const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none' && opacity === '1'
    const all = isOpaque ? own : `${own} < ${look(element.parentElement)}`
    behind.set(element, all)
    return all
  }
  const chosen = [...document.body.querySelectorAll('*')].filter((element) => {
    const isField = element.matches('input, textarea, select')
    const isText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
    if ((!isField && !isText) || !element.checkVisibility()) return false
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const isOff = element.closest(':disabled, [aria-disabled=true]') !== null
    const key = [element.localName, color, fontSize, fontWeight, textShadow, isOff, look(element)].join(' ')
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return !judged.has(key) && count < sample
  })
  for (const key of counts.keys()) judged.add(key)
  return chosen.length === 0 ? [] : (await there.axe.run({ include: chosen }, options)).violations
}
