/** Writes a backup: every table of one moment, and what is outside of the database. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { makeZip } from 'client-zip'
import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { headsFile } from '#server/audit/heads.ts'
import type { Config } from '#server/core/config.ts'
import { QUEUE_SCHEMA } from '#server/store/limited-role.ts'
import { FORMAT, MANIFEST, type BackupEntry, type Manifest } from './manifest.ts'

type Columns = NonNullable<BackupEntry['table']>
/** Written by migrations themselves. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']

/** The backup appears under its name when it is whole. `client` is connected as the owner; answers what there is. */
export async function writeBackup(
  client: Client,
  config: Pick<Config, 'audit' | 'dataDir'>,
  target: string,
): Promise<Manifest> {
  if (existsSync(target)) throw new Error(`${target} exists: name another file.`)
  await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
  const written = await describe(client)
  const making = `${target}.new`
  await rm(making, { force: true })
  const zip = makeZip(entriesOf(client, config, written))
  await pipeline(Readable.fromWeb(zip as never), createWriteStream(making, { mode: 0o600 }))
  await client.query('commit')
  const file = await open(making, 'r+')
  await file.sync()
  await file.close()
  await rename(making, target)
  return written
}

/** The manifest, with no entry yet. */
async function describe(client: Client): Promise<Manifest> {
  const read = async <T extends object>(text: string) => (await client.query<T>(text)).rows
  const migrations = await read<{ name: string }>('select name from kysely_migration order by name')
  const sequences = await read<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`,
  )
  const hasQueue = await read(`select from pg_tables where schemaname = '${QUEUE_SCHEMA}' and tablename = 'queue'`)
  const queues =
    hasQueue.length === 0
      ? []
      : await read<{ row: Record<string, unknown> }>(`select to_jsonb(q) as row from ${QUEUE_SCHEMA}.queue q`)
  const [bucket] = await read<{ n: number }>(`select count(*)::int as n from file_content where place = 'bucket'`)
  return {
    format: FORMAT,
    at: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    entries: [],
    sequences,
    queues: queues.map(({ row }) => ({ name: String(row['name']), options: queueOptions(row) })),
    inBucket: bucket?.n ?? 0,
  }
}

/** As the queue's library takes them. */
const queueOptions = (row: Record<string, unknown>) => ({
  policy: row['policy'],
  retryLimit: row['retry_limit'],
  retryDelay: row['retry_delay'],
  retryBackoff: row['retry_backoff'],
  expireInSeconds: row['expire_seconds'],
  retentionMinutes: row['retention_minutes'],
  deadLetter: row['dead_letter'],
})

async function* entriesOf(client: Client, config: Pick<Config, 'audit' | 'dataDir'>, written: Manifest) {
  const lastModified = new Date(written.at)
  for (const table of await tablesOf(client)) {
    const name = `tables/${table.schema}.${table.name}.copy.gz`
    const rows = client.query(copyTo(`copy ${source(table)} to stdout`))
    const entry = { name, table }
    yield { name, lastModified, input: stream(rows.pipe(createGzip({ level: 1 })), written, entry) }
    table.rows = rows.rowCount ?? 0
  }
  for (const [name, path, file] of [
    ['audit-key.pem', config.audit.keyFile, 'audit-key'],
    ['audit-heads.jsonl', headsFile(config.dataDir), 'audit-heads'],
  ] as const) {
    if (existsSync(path)) yield { name, lastModified, input: stream(createReadStream(path), written, { name, file }) }
  }
  yield { name: MANIFEST, lastModified, input: `${JSON.stringify(written, null, 2)}\n` }
}

/** Jobs that have ended are of no use to anybody. */
function source({ schema, name, columns }: Columns): string {
  const list = columns.map(escapeIdentifier).join(', ')
  const from = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
  return schema === QUEUE_SCHEMA
    ? `(select ${list} from ${from} where state in ('created', 'retry', 'active'))`
    : `(select ${list} from ${from})`
}

/** Every table of ours, and the jobs that wait. */
async function tablesOf(client: Client): Promise<Columns[]> {
  const { rows } = await client.query<Columns>(
    `select n.nspname as schema, c.relname as name, 0 as rows,
        jsonb_agg(a.attname order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
        and (n.nspname = current_schema() or n.nspname = $2 and c.relname = 'job')
      group by 1, 2 order by 1, 2`,
    [OF_MIGRATIONS, QUEUE_SCHEMA],
  )
  return rows
}

/** Counts and hashes an entry as it is written. */
async function* hashed(source: Readable, written: Manifest, entry: Omit<BackupEntry, 'size' | 'sha256'>) {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of source as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
    yield part
  }
  written.entries.push({ ...entry, size, sha256: hash.digest('hex') })
}

const stream = (...given: Parameters<typeof hashed>) =>
  Readable.toWeb(Readable.from(hashed(...given))) as ReadableStream<Uint8Array>
