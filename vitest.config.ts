import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const define = { __APP_VERSION__: '"0.0.0"', __BUILD_DATE__: '"2026-01-01T00:00:00.000Z"' }

/** What is on its way may take its time on a machine that has other work; nothing waits for what is there, ms. */
const patience = { expect: { poll: { timeout: 20_000 } } }

/** Left to itself, the runner leaves a core free: on two cores half of the time. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        define,
        test: {
          ...patience,
          name: 'pure',
          maxWorkers,
          // a process keeps its modules from file to file: two thirds of the time were for loading them again
          isolate: false,
          testTimeout: 30_000,
          include: [
            '{contract,engine,src,sw}/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
        },
      },
      {
        define,
        plugins: [react({ compiler: true })],
        test: {
          ...patience,
          name: 'screens',
          maxWorkers,
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          testTimeout: 30_000,
        },
      },
      {
        // One PostgreSQL serves the whole run; without isolation a process keeps its modules from file to file.
        test: {
          ...patience,
          name: 'server',
          globalSetup: 'tests/support/database-setup.ts',
          include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          // groups with different numbers of workers run one after the other
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
