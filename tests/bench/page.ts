// Builds a page of an experiment and opens it in Chromium, isolated as the product is (COOP and COEP).
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { build, type PluginOption } from 'vite'
import { wholeBrowser } from '#tests/support/chromium.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export async function buildPage(root: string, name: string, plugins: PluginOption[] = []): Promise<string> {
  const outDir = join(process.cwd(), '.cache/bench', name)
  await build({
    root,
    configFile: false,
    plugins,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  return outDir
}

/** Serves a folder on a free port to a fresh browser for as long as the work takes. */
export async function withBrowser<T>(
  folder: string,
  work: (browser: Browser, origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch(wholeBrowser)
  try {
    return await work(browser, `http://localhost:${port}`)
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}
