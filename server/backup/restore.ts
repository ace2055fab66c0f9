/** Restores a backup into an empty database, or in the place of what is there. */
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { headsFile } from '#server/audit/heads.ts'
import type { Config } from '#server/core/config.ts'
import { installQueue, QUEUE_SCHEMA } from '#server/store/limited-role.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool } from '#server/store/pool.ts'
import { markFinished, markUnfinished } from '#server/store/unfinished-restore.ts'
import { beginIncarnation } from '#server/sync/cursor.ts'
import type { Manifest } from './manifest.ts'
import type { Backup } from './open-backup.ts'

interface Restoring {
  /** The owner's address. */
  url: string
  config: Pick<Config, 'audit' | 'dataDir'>
  backup: Backup
  /** Drops what is there first. */
  replace: boolean
}

/**
 * The shape of the backup's version, its rows, its key and heads; then a new incarnation, so that every client fetches
 * afresh. Refuses a database that somebody uses, and one that is not empty without `replace`. What is interrupted leaves
 * a database that no server starts on, until it is run again.
 */
export async function restoreBackup({ url, config, backup, replace }: Restoring): Promise<void> {
  const store = openPool(url, { size: 2 })
  const client = new Client(url)
  await client.connect()
  try {
    await refuseUsed(client)
    if (!(await isEmpty(client))) {
      if (!replace) throw new Error('The database is not empty. Add --replace to lose what it has.')
      await dropAll(client)
    }
    await markUnfinished(store.db)
    await migrate(store.db, { only: backup.manifest.migrations })
    await installQueue(store)
    await load(client, backup)
    await keepFiles(config, backup)
    await beginIncarnation(store.db)
    await markFinished(store.db)
  } finally {
    await client.end()
    await store.close()
  }
}

async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  if (rows[0] && rows[0].n > 0)
    throw new Error(`${rows[0].n} others are connected to this database. Stop every Docket on it first.`)
}

async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_tables where schemaname in (current_schema(), $1) limit 1`, [
    QUEUE_SCHEMA,
  ])
  return rows.length === 0
}

async function dropAll(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name')
  const schema = escapeIdentifier(rows[0]?.name ?? 'public')
  await client.query(
    `begin; drop schema if exists ${QUEUE_SCHEMA} cascade; drop schema ${schema} cascade; create schema ${schema}; commit`,
  )
}

/** All rows in one transaction. Foreign keys are checked once the rows are there; triggers would write the audit again. */
async function load(client: Client, backup: Backup): Promise<void> {
  const { manifest } = backup
  await client.query('begin; set local statement_timeout = 0')
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { drop } of keys) await client.query(drop)
  const tables = manifest.entries.filter(({ table }) => table && table.schema !== QUEUE_SCHEMA)
  const names = tables.map(({ table }) => escapeIdentifier(table?.name ?? ''))
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  await makeQueues(client, manifest)
  for (const entry of manifest.entries) {
    const { table } = entry
    if (!table) continue
    const place =
      table.schema === QUEUE_SCHEMA ? `${QUEUE_SCHEMA}.${escapeIdentifier(table.name)}` : escapeIdentifier(table.name)
    const source = await backup.read(entry)
    const rows = client.query(copyFrom(`copy ${place} (${table.columns.map(escapeIdentifier).join(', ')}) from stdin`))
    await pipeline(source, createGunzip(), rows)
    if (rows.rowCount !== table.rows) throw new Error(`${table.name} has ${rows.rowCount} rows, and had ${table.rows}.`)
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { add } of keys) await client.query(add)
  for (const { name, value } of manifest.sequences) {
    await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value])
  }
  await client.query('commit')
  await client.query('analyze')
}

/** The queues of the jobs that waited; the server makes them as it knows them at its start. */
async function makeQueues(client: Client, { queues }: Manifest): Promise<void> {
  for (const { name, options } of queues) {
    await client.query(`select ${QUEUE_SCHEMA}.create_queue($1, ${escapeLiteral(JSON.stringify(options))}::json)`, [
      name,
    ])
  }
}

/** The key and the heads; others that are there are kept beside them. */
async function keepFiles({ audit, dataDir }: Restoring['config'], backup: Backup): Promise<void> {
  const places = { 'audit-key': audit.keyFile, 'audit-heads': headsFile(dataDir) } as const
  for (const entry of backup.manifest.entries) {
    if (entry.file === undefined) continue
    const path = places[entry.file]
    const bytes = await bytesOf(await backup.read(entry))
    if (existsSync(path)) await rename(path, `${path}.before-${Date.now()}`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes, { mode: 0o600 })
  }
}

const bytesOf = async (source: Readable) => Buffer.concat((await source.toArray()) as Buffer[])
