import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{contract,src,sw}/**/*.test.ts', 'tests/architecture/**/*.test.ts', 'tests/support/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: { name: 'screens', include: ['src/**/*.test.tsx', 'tests/screens/**/*.test.tsx'], environment: 'jsdom' },
      },
      {
        // Without isolation a process keeps its modules, and with them its one PostgreSQL, from file to file.
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
