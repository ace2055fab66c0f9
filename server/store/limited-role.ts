/**
 * The role the application works as: it reads and writes rows, owns nothing but the schema of the task queue, and can
 * neither change nor delete entries of the audit. Migrations, imports and the demo world are written by the owner.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '#server/schema/database.ts'
import type { Store } from './pool.ts'

export const QUEUE_SCHEMA = 'pgboss'
/** Tables that are only added to: chunks go with the row of their content, by the owner's foreign key. */
const APPEND_ONLY = ['audit', 'file_chunk']
/** Tables that migrations alone write. */
const READ_ONLY = ['kysely_migration', 'kysely_migration_lock']

interface Given {
  owner: Pick<Store, 'db' | 'url'>
  /** The address of a role that the operator made; without one a role is made beside the owner. */
  url?: string | undefined
  log: Pick<Logger, 'warn'>
}

/**
 * Answers the address the application connects to. Where no limited role can be had that is the owner's, and the log
 * says what follows from it.
 */
export async function limitRole({ owner, url, log }: Given): Promise<string> {
  const limited = url ?? besideOwner(owner.url)
  const why = limited === undefined ? 'DATABASE_URL has no password' : await prepareRole(owner, limited, !url)
  if (why === undefined && limited !== undefined) return limited
  if (url) throw new Error(`DATABASE_URL cannot be used beside DATABASE_OWNER_URL: ${why}.`)
  log.warn(
    `The application works as the owner of the database, who can rewrite the audit: ${why}. ` +
      'Let the role of DATABASE_URL create roles, or set DATABASE_OWNER_URL.',
  )
  return owner.url
}

/** The name `<owner>_app`, and a password derived from the owner's: every instance computes the same. */
export function besideOwner(url: string): string | undefined {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  if (password === '') return undefined
  const name = `${decodeURIComponent(address.username)}_app`
  address.username = encodeURIComponent(name)
  address.password = createHmac('sha256', password).update(name).digest('base64url')
  return address.href
}

/** Makes the role where that is ours to do, and gives it its privileges. Answers why that is not possible. */
async function prepareRole(
  owner: Pick<Store, 'db' | 'url'>,
  url: string,
  isOurs: boolean,
): Promise<string | undefined> {
  const { username, password } = new URL(url)
  const role = decodeURIComponent(username)
  try {
    if (isOurs && (await whyNot(url))) await makeRole(owner.db, role, decodeURIComponent(password))
    await installQueue(owner)
    await owner.db.transaction().execute((tx) => grantAll(tx, role))
  } catch (error) {
    return (error as Error).message
  }
  return whyNot(url)
}

async function makeRole(db: Kysely<Database>, role: string, password: string): Promise<void> {
  const { rowCount } = await sql`select from pg_roles where rolname = ${role}`
    .execute(db)
    .then(({ rows }) => ({ rowCount: rows.length }))
  const name = escapeIdentifier(role)
  const options = `login nosuperuser nocreatedb nocreaterole noreplication password ${escapeLiteral(verifierOf(password))}`
  await sql.raw(`${rowCount === 0 ? 'create' : 'alter'} role ${name} ${options}`).execute(db)
}

/** The verifier that PostgreSQL stores of a password: the password itself is in no statement that a server may log. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const keyOf = (word: string) => createHmac('sha256', salted).update(word).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** The queue's tables, as its library makes them: the limited role may not create a schema. */
export async function installQueue({ url, db }: Pick<Store, 'db' | 'url'>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`${QUEUE_SCHEMA}.version`}) is not null as there`.execute(db)
  if (rows[0]?.there) return
  const client = new Client(url)
  await client.connect()
  try {
    // the lock under which instances make their queues
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [QUEUE_SCHEMA])
    const found = await client.query('select to_regclass($1) as it', [`${QUEUE_SCHEMA}.version`])
    if (found.rows[0]?.it === null) await client.query(PgBoss.getConstructionPlans(QUEUE_SCHEMA))
  } finally {
    await client.end()
  }
}

async function grantAll(tx: Kysely<Database>, role: string): Promise<void> {
  const name = escapeIdentifier(role)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`privileges of ${role}`}, 0))`.execute(tx)
  const { rows } = await sql<{ database: string; schema: string; version: string; member: boolean }>`
    select current_database() as database, current_schema() as schema, current_setting('server_version_num') as version,
      pg_has_role(${role}, 'member') as member`.execute(tx)
  const [facts] = rows
  if (!facts) return
  const schema = escapeIdentifier(facts.schema)
  const appendOnly = APPEND_ONLY.map((table) => `${schema}.${escapeIdentifier(table)}`).join(', ')
  const readOnly = READ_ONLY.map((table) => `${schema}.${escapeIdentifier(table)}`).join(', ')
  const statements = [
    // only a member hands things over to a role
    ...(facts.member ? [] : [`grant ${name} to current_user`]),
    `grant connect, temporary on database ${escapeIdentifier(facts.database)} to ${name}`,
    `grant usage on schema ${schema} to ${name}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${name}`,
    `grant usage, select on all sequences in schema ${schema} to ${name}`,
    // the planner's statistics of tables that just grew may be renewed: a privilege since PostgreSQL 17
    ...(Number(facts.version) >= 170_000 ? [`grant maintain on all tables in schema ${schema} to ${name}`] : []),
    `revoke all on ${appendOnly}, ${readOnly} from ${name}`,
    `grant select, insert on ${appendOnly} to ${name}`,
    `grant select on ${readOnly} to ${name}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(tx)
  for (const statement of await handingOver(tx, role)) await sql.raw(statement).execute(tx)
}

/** The statements that give a role the queue's schema with everything in it. */
async function handingOver(tx: Kysely<Database>, role: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with target as (select oid, quote_ident(rolname) as name from pg_roles where rolname = ${role}),
      queue as (select oid, nspowner from pg_namespace where nspname = ${QUEUE_SCHEMA})
    select format('alter schema %I owner to %s', ${QUEUE_SCHEMA}::text, t.name) as statement
      from queue q, target t where q.nspowner <> t.oid
    union all
    select format('alter table %s owner to %s', c.oid::regclass, t.name)
      from pg_class c join queue q on q.oid = c.relnamespace, target t where c.relkind in ('r', 'p') and c.relowner <> t.oid
    union all
    select format('alter routine %s owner to %s', p.oid::regprocedure, t.name)
      from pg_proc p join queue q on q.oid = p.pronamespace, target t where p.proowner <> t.oid
    union all
    select format('alter type %s owner to %s', y.oid::regtype, t.name)
      from pg_type y join queue q on q.oid = y.typnamespace, target t where y.typtype = 'e' and y.typowner <> t.oid`.execute(
    tx,
  )
  return rows.map(({ statement }) => statement)
}

/** Connects as the role: why it cannot be used, or what it may do to the audit. */
async function whyNot(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      `select rolsuper or pg_has_role(c.relowner, 'member')
          or has_table_privilege(c.oid, 'update, delete, truncate') or has_any_column_privilege(c.oid, 'update') as may
        from pg_roles, pg_class c where rolname = current_user and c.oid = 'audit'::regclass`,
    )
    return rows[0]?.may === false ? undefined : 'its role may change the audit'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => undefined)
  }
}
