import { findChromium } from '../../scripts/chromium.mjs'

const startWith = (executablePath: string | undefined) => ({
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

/** The options with which every test and benchmark starts Chromium; without a path Playwright uses its own. */
export const launchOptions = startWith(findChromium())

/** The full browser where there is one, for notifications, which the headless shell does not have. */
export const wholeBrowser = startWith(findChromium({ isWhole: true }) ?? findChromium())
