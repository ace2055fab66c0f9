/** Bundles the server once for many processes: each start then reads one file in place of a thousand through a compiler. */
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

/** The processor time of a run is counted by this name: see `scripts/processor-time.mjs`. */
const ENTRY = 'server/main.mjs'

/** Files beside a source file are found from the bundle too: pages, styles, migrations, readers, the window. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
  },
}

/** Writes the bundle of `server/main.ts` into a folder of one's own, which stays as long as it is used; returns its path. */
export async function bundleServer(folder: string): Promise<string> {
  // packages stay as they are, and are looked for from there
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [keepPlaces],
    build: {
      ssr: join(root, 'server/main.ts'),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: ENTRY, codeSplitting: false } },
    },
  })
  return join(folder, ENTRY)
}
