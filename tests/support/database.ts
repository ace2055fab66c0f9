/** Databases for tests: each its own, migrated and empty. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openPool, type Store } from '#server/store/pool.ts'
import { TEMPLATE, withDatabase } from './database-setup.ts'

export type TestDatabase = Store

/** A fresh database, migrated unless it is to be empty. Call `close` in `afterAll`: it drops the database. */
export async function testDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // to copy files takes less than to write what is in them to the log, where no write waits for the disk
  await run(server, `create database ${name} template ${isEmpty ? 'template0' : TEMPLATE} strategy file_copy`)
  const store = openPool(withDatabase(server, name), { size: 8 })
  return {
    ...store,
    close: async () => {
      await store.close()
      await run(server, `drop database ${name} with (force)`)
    },
  }
}

async function run(url: string, statement: string) {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
