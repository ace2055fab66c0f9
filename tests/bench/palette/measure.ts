// npm run bench -- palette-ranking: the commands of the window, loaded as the build loads them.
import { createServer } from 'vite'
import type { Report } from '#tests/bench/report.ts'

export async function measure(): Promise<Report> {
  // commands need these while they are made
  Object.assign(globalThis, { localStorage: { getItem: () => null } })
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    define: { __APP_VERSION__: '"0.0.0"', __BUILD_DATE__: '"2026-01-01T00:00:00.000Z"' },
  })
  try {
    const { rank } = (await vite.ssrLoadModule('/tests/bench/palette/ranking.ts')) as typeof import('./ranking.ts')
    return await rank()
  } finally {
    await vite.close()
  }
}
