// Builds the pages of the baselines into the window's folder, below its own: the same server hands them out.
import { join } from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname

export default defineConfig({
  root: here,
  base: '/baselines/',
  build: {
    outDir: join(here, '../../../dist/baselines'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        query: join(here, 'query.html'),
        'offline-transactions': join(here, 'offline-transactions.html'),
        workbox: join(here, 'workbox.html'),
        sw: join(here, 'workbox-worker.ts'),
      },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
})
