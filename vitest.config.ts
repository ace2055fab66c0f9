import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const define = { __APP_VERSION__: '"0.0.0"', __BUILD_DATE__: '"2026-01-01T00:00:00.000Z"' }

/** The limit of a wait, ms: long for a machine with other work, and without effect on a result that is there. */
const patience = { expect: { poll: { timeout: 20_000 } } }

/** Left to itself, the runner leaves a core free: on two cores half of the time. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/**
 * The tests that the oldest supported PostgreSQL could fail: every call as every role, and the statements of rules, lists
 * and reports. Where OLDEST_POSTGRES_BIN names its programs they run on it, and all others on the newest.
 */
const ON_OLDEST = ['roles', 'rule-types', 'backtests', 'rule-stages', 'paging', 'sync', 'reports', 'screening-lists']
const onOldest = ON_OLDEST.map((name) => `tests/contract/${name}{.test.ts,/**/*.test.ts}`)
const oldest = process.env['OLDEST_POSTGRES_BIN']

/**
 * `npm run check` leaves these to `npm test`: they kill and start servers, make worlds, print in every script, or try
 * hundreds of random orders, and take as long as all others together.
 */
const SLOW = [
  'engine/outbox/outbox.model.test.ts',
  'server/demo/seed.test.ts',
  'server/store/crash.test.ts',
  'server/store/embedded.test.ts',
  'tests/contract/form-print-scripts.test.ts',
  'tests/contract/killed-transfer.test.ts',
]
const gone = SLOW.filter((file) => !existsSync(join(import.meta.dirname, file)))
if (gone.length > 0) throw new Error(`vitest.config.ts names files that are not there: ${gone.join(', ')}`)
const leftOut = process.env['DOCKET_QUICK'] ? SLOW : []

/** One PostgreSQL serves a whole project; without isolation a process keeps its modules from file to file. */
const onDatabase = {
  ...patience,
  pool: 'forks',
  isolate: false,
  // many wait for a process or a moment
  maxWorkers: 3,
  // groups with different numbers of workers run one after the other
  sequence: { groupOrder: 1 },
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const

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
          exclude: leftOut,
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
        test: {
          ...onDatabase,
          name: 'server',
          globalSetup: 'tests/support/database-setup.ts',
          include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: [...leftOut, ...(oldest ? onOldest : [])],
        },
      },
      ...(oldest
        ? [
            {
              test: {
                ...onDatabase,
                name: 'oldest PostgreSQL',
                globalSetup: 'tests/support/oldest-database-setup.ts',
                include: onOldest,
              },
            },
          ]
        : []),
    ],
  },
})
