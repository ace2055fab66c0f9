import { findChromium } from '../../scripts/chromium.mjs'

const executablePath = findChromium()

/** How every test and benchmark starts Chromium; without a path Playwright takes its own. */
export const launchOptions = {
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
}
