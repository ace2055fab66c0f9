/** The oldest PostgreSQL that we support, for the tests that it could fail. */
import type { TestProject } from 'vitest/node'
import { serve } from './database-setup.ts'
import { startSystemPostgres } from './system-postgres.ts'

export const setup = async (project: TestProject) =>
  serve(project, await startSystemPostgres(process.env['OLDEST_POSTGRES_BIN'] ?? ''))
