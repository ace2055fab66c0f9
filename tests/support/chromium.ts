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

/** How every test and benchmark starts Chromium; without a path Playwright takes its own. */
export const launchOptions = startWith(findChromium())

/** The whole browser, for what the one without a window does not do: notifications. */
export const wholeBrowser = startWith(findChromium({ isWhole: true }))
