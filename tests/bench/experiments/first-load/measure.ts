// Bytes of an empty shell with every library the product is bound to: what loads first, what after the first paint.
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { round, type Report } from '../../report.ts'

/** The packages of each library, by a pattern on the path of a module. */
const LIBRARIES = {
  'react and react-dom': /node_modules\/(react|react-dom|scheduler)\//,
  'react-router': /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
  'react-query': /node_modules\/@tanstack\/(react-query|query-core)\//,
  'query persister': /node_modules\/@tanstack\/(query-.*persist|query-sync|react-query-persist)/,
  'react-virtual': /node_modules\/@tanstack\/(react-virtual|virtual-core)\//,
  'react-hotkeys-hook': /node_modules\/react-hotkeys-hook\//,
  'workbox-window': /node_modules\/workbox-/,
  'zod/mini': /node_modules\/zod\//,
  zustand: /node_modules\/zustand\//,
  'Base UI': /node_modules\/(@base-ui|@floating-ui|tabbable|reselect|use-sync-external-store)\//,
  'cmdk (with its Radix parts)':
    /node_modules\/(cmdk|@radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar)/,
}

type File = Rolldown.OutputChunk | Rolldown.OutputAsset

export async function measure(): Promise<Report> {
  const whole = await bundle({})
  const lean = await bundle({ lean: true })
  const first = closure(whole, isEntry)
  const palette = closure(whole, ({ facadeModuleId }) => facadeModuleId?.endsWith('palette.tsx') === true)
  const engine = whole.filter((file) => file.type === 'asset' && file.fileName.includes('engine'))
  const apart = (await bundle({ apart: true })).flatMap((file) =>
    file.type === 'chunk' && file.name in LIBRARIES ? [file] : [],
  )
  return {
    title: 'First load of an empty shell, gzipped JavaScript',
    rows: [
      { part: 'first load, every fixed library', kB: weigh(first) },
      { part: 'first load without react-virtual and tooltips', kB: weigh(closure(lean, isEntry)) },
      {
        part: 'palette, after the first paint',
        kB: weigh(palette.filter((each) => !first.includes(each))),
      },
      { part: 'engine worker, after the first paint', kB: weigh(engine) },
      ...apart.map((chunk) => ({ part: `- ${chunk.name}`, kB: weigh([chunk]) })).toSorted((a, b) => b.kB - a.kB),
    ],
    notes: ['Lines with a hyphen: a second build with one chunk a library, so they only nearly add up to those above.'],
  }
}

async function bundle({ apart = false, lean = false }) {
  const groups = Object.entries(LIBRARIES).map(([name, pattern]) => ({ name, test: pattern }))
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { LEAN: String(lean) },
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: apart ? { output: { codeSplitting: { groups } } } : {},
    },
  })
  if (!('output' in result)) throw new Error('the build gave no single output')
  return result.output
}

/** A chunk and all it imports statically. */
function closure(files: readonly File[], isStart: (chunk: Rolldown.OutputChunk) => boolean) {
  const chunks = files.filter((file) => file.type === 'chunk')
  const found = new Set(chunks.filter(isStart))
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  return [...found]
}

function isEntry(chunk: Rolldown.OutputChunk): boolean {
  return chunk.isEntry
}

function weigh(files: readonly File[]): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(file.type === 'chunk' ? file.code : file.source).length
  return round(bytes / 1000)
}
