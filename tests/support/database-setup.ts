/** One PostgreSQL for a whole run of server tests, with a migrated template; it is deleted after the run. */
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/store/embedded.ts'
import { limitRole } from '#server/store/limited-role.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool } from '#server/store/pool.ts'
import { makeFolder, removeFolder, removeLeftovers } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

export const TEMPLATE = 'docket_template'

/** The embedded PostgreSQL; with TEST_DATABASE_URL one that runs already, whose role must be a superuser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  return serve(project, given ? { url: given, close: async () => {} } : await startServer())
}

/** Gives a project's tests a server of databases, with a migrated template; returns how to close it. */
export async function serve(project: TestProject, server: { url: string; close(): Promise<void> }) {
  await makeTemplate(server.url)
  project.provide('databaseUrl', server.url)
  return () => server.close()
}

async function startServer() {
  await removeLeftovers()
  const folder = makeFolder()
  const server = await openEmbedded(folder)
  await query(
    server.url,
    'alter system set fsync = off',
    'alter system set synchronous_commit = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  )
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await removeFolder(folder)
    },
  }
}

async function makeTemplate(url: string) {
  await query(url, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`)
  const store = openPool(withDatabase(url, TEMPLATE), { size: 1 })
  await migrate(store.db)
  // roles belong to the whole server; the template has the privileges
  await limitRole({ owner: store, log: console })
  await store.close()
}

async function query(url: string, ...statements: string[]) {
  const client = new Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
