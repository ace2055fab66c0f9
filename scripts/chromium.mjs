// Finds Chromium on this machine. Node's own modules only: the set-up asks before anything is installed.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { NPM_CHROMIUM } from './npm-chromium.mjs'

// without a window's own parts Chromium takes a third less of a processor, and shows no notifications
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const OUTSIDE_PATH = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The executable to use: of this machine, else the one from npm; undefined where there is none but perhaps Playwright's
 * own. Where asked the whole browser, which npm does not have.
 */
export function findChromium({ isWhole = false } = {}) {
  const named = process.env.PLAYWRIGHT_CHROMIUM
  if (named) {
    if (runs(named)) return named
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which does not run`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const names = isWhole ? NAMES : [SHELL, ...NAMES]
  const installed = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...OUTSIDE_PATH]
  return [...installed, ...(isWhole ? [] : [NPM_CHROMIUM])].find(runs)
}

/** Asking for the version tells a browser from the stand-ins that some distributions put under its name. */
export function runs(file) {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
