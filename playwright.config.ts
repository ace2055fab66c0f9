import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/demo-world.setup.ts',
  outputDir: 'test-results',
  // each has a server and a database of its own; many journeys wait for a moment, so that three keep two cores busy
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  timeout: 120_000,
  // an element may take its time on a slow machine; an element that is there is not waited for
  expect: { timeout: 25_000 },
  // a test that fails now and then is broken: a second try, on a machine of the continuous integration alone, is named by the run
  retries: process.env['CI'] ? 1 : 0,
  use: {
    browserName: 'chromium',
    launchOptions,
    // a test that needs one says so: see tests/e2e/support.ts
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    // a fifth of what a browser does at a start is to draw what moves
    contextOptions: { reducedMotion: 'reduce' },
  },
})
