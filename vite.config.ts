// How the window is built: one static bundle for any host, no inline script or style, a service worker of our own.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { noticesText } from './scripts/notices.mjs'
import { chunkGroups, chunkWith, FIRST_SCREEN, listParts } from './scripts/chunks.mjs'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** The first screen's script and font are fetched along with the entry, not after it has run. */
const fetchFirst = (): Plugin => ({
  name: 'fetch-first',
  transformIndexHtml(html, { bundle }) {
    // the development server has no files to announce
    if (!bundle) return []
    const files = Object.values(bundle)
    const screen = chunkWith(bundle, FIRST_SCREEN)
    const scripts = [screen.fileName, ...screen.imports].filter((name) => !html.includes(name))
    const fonts = files
      .map((file) => file.fileName)
      .filter((name) => /\/inter-latin-wght-normal-[^/]*\.woff2$/.test(name))
    const link = (attrs: Record<string, string>) =>
      ({ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' }) as const
    return [
      ...scripts.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
      ...fonts.map((name) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
    ]
  },
})

const addNotices = (): Plugin => ({
  name: 'third-party-notices',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: noticesText() })
  },
})

/** The hash of a file of the build: the service worker keeps nothing in its place that a portal or a proxy may answer. */
const integrityOf = (url: string) =>
  `sha256-${createHash('sha256')
    .update(readFileSync(join('dist', url)))
    .digest('base64')}`

export default defineConfig({
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __BUILD_DATE__: JSON.stringify(new Date().toISOString()),
  },
  plugins: [
    react({ compiler: true }),
    tailwind(),
    fetchFirst(),
    listParts(),
    addNotices(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // registered by the window itself: a Trusted Types policy has to vouch for the script's address
      injectRegister: false,
      includeAssets: ['icon.svg', 'apple-touch-icon.png', 'theme.js'],
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,png}'],
        // documents need the network, and so does what draws them
        globIgnores: ['**/node_modules/**/*', 'sw-off.js', 'assets/pdf*'],
        rollupFormat: 'es',
        manifestTransforms: [
          (entries) => ({ manifest: entries.map((entry) => ({ ...entry, integrity: integrityOf(entry.url) })) }),
        ],
      },
      manifest: {
        id: '/',
        name: 'Docket',
        short_name: 'Docket',
        description: 'Case and alert review by keyboard, with or without a network',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#fcfcfd',
        theme_color: '#2850b8',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  worker: { format: 'es' },
  build: {
    target: ['es2023', 'chrome124', 'edge124', 'firefox128', 'safari17.5'],
    // npm run size has the budgets
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
    // a data: address would need a hole in the content security policy
    assetsInlineLimit: 0,
    // an inlined polyfill is dead weight in every browser of the target list
    modulePreload: {
      polyfill: false,
      // a part that is fetched later brings what it needs by itself: to announce it first keeps the thread from the first rows
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html' ? parts : parts.filter((part) => part.endsWith('.css')),
    },
  },
  // a package that is found while somebody signs in would load the page again, and the code of the sign-in is for one use
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', 'engine/worker.ts', '!**/*.{test,fake}.{ts,tsx}'] },
  server: {
    // with the host that the server knows itself by: it takes no other for its own
    proxy: { '/api': { target: `http://localhost:${process.env['PORT'] ?? 4280}`, changeOrigin: true } },
    watch: { ignored: ['**/.data/**', '**/.cache/**', '**/dist/**', '**/screens/**'] },
  },
})
