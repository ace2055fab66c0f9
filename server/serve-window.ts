/** The built window: files by name, and the page itself for every address that is one of its routes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const COMPRESSIBLE = /\.(css|html|m?js|json|svg|txt|webmanifest)$/

type Coding = 'br' | 'gzip' | 'identity'
const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
}

/** A file of the build. Each is compressed once, when it is first asked for. */
class Asset {
  readonly #bytes: Buffer
  readonly #name: string
  readonly #coded = new Map<Coding, Promise<Buffer>>()

  constructor(folder: string, name: string) {
    this.#name = name
    this.#bytes = readFileSync(join(folder, name))
  }

  async respond(accepted: string): Promise<Response> {
    const wanted: Coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
    const coding = COMPRESSIBLE.test(this.#name) ? wanted : 'identity'
    const body = this.#coded.get(coding) ?? compress[coding](this.#bytes)
    this.#coded.set(coding, body)
    const headers = new Headers({
      'content-type': TYPES[extname(this.#name)] ?? 'application/octet-stream',
      // names under assets/ carry a hash of what is in them
      'cache-control': this.#name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    })
    if (coding !== 'identity') headers.set('content-encoding', coding)
    if (this.#name === 'sw.js') headers.set('service-worker-allowed', '/')
    return new Response(new Uint8Array(await body), { headers })
  }
}

/**
 * Serves a build; read once, so that a build in the making is never seen half. `isWorkerOff` puts in the service
 * worker's place one that gives itself up.
 */
export function serveWindow(folder: string, { isWorkerOff = false }: { isWorkerOff?: boolean } = {}): Handler {
  const assets = readAssets(folder)
  const retired = assets.get('sw-off.js')
  if (isWorkerOff && retired) assets.set('sw.js', retired)
  return async (c) => {
    const accepted = c.req.header('accept-encoding') ?? ''
    const found = assets.get(c.req.path.slice(1))
    if (found) return found.respond(accepted)
    // a script or style of an earlier build: the page in its place would only fail later and stranger
    if (/\.\w{2,11}$/.test(c.req.path) && !c.req.path.startsWith('/admin/')) return c.text('Not found', 404)
    const page = assets.get('index.html')
    return page ? page.respond(accepted) : c.text('The window is not built: run npm start, or npm run build.', 404)
  }
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  if (!existsSync(folder)) return assets
  for (const entry of readdirSync(folder, { recursive: true })) {
    const name = String(entry).replaceAll('\\', '/')
    // the build's own notes are nobody's business
    if (name.startsWith('.') || !statSync(join(folder, name)).isFile()) continue
    assets.set(name, new Asset(folder, name))
  }
  return assets
}
