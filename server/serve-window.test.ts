import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWindow } from './serve-window.ts'

let folder: string
let app: Hono
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-window-'))
  for (const sub of ['assets', '.vite']) mkdirSync(join(folder, sub))
  const files = {
    'index.html': '<!doctype html>',
    'sw.js': 'self',
    'sw-off.js': 'retire()',
    'assets/main-1a2b.js': 'x'.repeat(500),
    '.vite/manifest.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  app = new Hono().get('*', serveWindow(folder))
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = (path: string, coding = '') => app.request(path, { headers: { 'accept-encoding': coding } })

test.each(['/assets/main-0000.js', '/assets/../../package.json', '/%2e%2e/package.json', '/.vite/manifest.json'])(
  'only build output is served, and no page in place of a file: %s',
  async (path) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  },
)

test.each(['/', '/notFound', '/admin/paxum/cases', '/admin/paxum/case/PX1.5', '/what/ever'])(
  '%s answers with the page',
  async (path) => {
    const response = await get(path)
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
      await response.text(),
    ]).toEqual([200, 'text/html; charset=utf-8', 'no-cache', '<!doctype html>'])
  },
)

test('hashed files are cached permanently, in the best encoding that the browser accepts', async () => {
  const path = '/assets/main-1a2b.js'
  const coded = async (coding: string) => {
    const response = await get(path, coding)
    return [response.headers.get('content-encoding'), Buffer.from(await response.arrayBuffer())] as const
  }
  const [br, gzip, none] = [await coded('gzip, deflate, br'), await coded('gzip'), await coded('')]
  expect([br[0], brotliDecompressSync(br[1]).length]).toEqual(['br', 500])
  expect([gzip[0], gunzipSync(gzip[1]).length]).toEqual(['gzip', 500])
  expect([none[0], none[1].length]).toEqual([null, 500])
  expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('the service worker may control the whole origin and is revalidated every time', async () => {
  const { headers } = await get('/sw.js')
  expect([headers.get('service-worker-allowed'), headers.get('cache-control')]).toEqual(['/', 'no-cache'])
})

test('the service worker can be disabled', async () => {
  expect(await (await get('/sw.js')).text()).toBe('self')
  const off = new Hono().get('*', serveWindow(folder, { isWorkerOff: true }))
  const response = await off.request('/sw.js')
  expect([await response.text(), response.headers.get('cache-control')]).toEqual(['retire()', 'no-cache'])
})
