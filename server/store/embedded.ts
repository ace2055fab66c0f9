/**
 * PostgreSQL without an installation: a server of its own in DATA_DIR, on loopback only. Every Docket on the directory
 * uses the same one; the last to leave stops it, and one that was left behind by a crash is taken over.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import {
  checkCluster,
  DATABASE_USER,
  findCluster,
  findPostmaster,
  initialise,
  startPostmaster,
  stopPostmaster,
  type Cluster,
  type Postmaster,
} from './cluster.ts'
import { takeLock } from './lock.ts'

export interface Embedded {
  readonly url: string
  /** True where PostgreSQL was running already. */
  readonly adopted: boolean
  /** Leaves; stops PostgreSQL if nobody else uses it. */
  close(): Promise<void>
}

/** The version of the data directory's layout; a higher number is from a newer Docket. */
const FORMAT = 1
/** Everyone who uses the server holds this advisory lock, shared. */
const PRESENCE = 4280
const DATABASE = 'docket'
/** How long a database may take to recover, in milliseconds. */
const PATIENCE = 120_000

interface Facts {
  format: number
  password: string
  /** Its last port. */
  port: number
  /** PostgreSQL's own directory; this one by default. */
  folder?: string
}

/** Opens the PostgreSQL of a data directory, and creates it if missing. `say` receives progress messages. */
export async function openEmbedded(dataDir: string, say: (line: string) => void = () => {}): Promise<Embedded> {
  const home = resolve(dataDir)
  mkdirSync(home, { recursive: true })
  if (process.getuid?.() !== 0) chmodSync(home, 0o700)
  const leave = await takeLock(join(home, 'lock'))
  try {
    const known = readFacts(home)
    const cluster = await findCluster(home, known?.folder, say)
    const state = checkCluster(cluster)
    if (!known && state === 'present') {
      throw new Error(
        `${home} has a database but not database.json, which holds its password. Restore that from a backup.`,
      )
    }
    const facts = known ?? newFacts(home, cluster)
    if (state === 'absent') {
      say('making a new database')
      await initialise(cluster, facts.password)
    }
    const server = new Server(home, cluster, facts, say)
    const adopted = await server.arrive()
    await server.ensureDatabase()
    return { url: server.url(DATABASE), adopted, close: () => server.leave() }
  } finally {
    leave()
  }
}

function readFacts(home: string): Facts | undefined {
  const file = join(home, 'database.json')
  if (!existsSync(file)) return undefined
  const facts = parse(file)
  if (facts.format > FORMAT) {
    throw new Error(
      `${home} was written by a newer Docket (format ${facts.format}, this one knows ${FORMAT}). Nothing was changed. Start that version instead.`,
    )
  }
  return facts
}

function newFacts(home: string, { folder }: Cluster): Facts {
  const isInside = dirname(folder) === home
  const facts = {
    format: FORMAT,
    password: randomBytes(24).toString('base64url'),
    port: 0,
    ...(!isInside && { folder }),
  }
  writeFacts(home, facts)
  return facts
}

function parse(file: string): Facts {
  try {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as Partial<Facts>
    if (!facts.format || !facts.password) throw new Error('format or password is missing')
    return { ...facts, format: facts.format, password: facts.password, port: facts.port ?? 0 }
  } catch (cause) {
    throw new Error(`${file} cannot be read. Nothing was changed. Restore it from a backup.`, { cause })
  }
}

function writeFacts(home: string, facts: Facts): void {
  const file = join(home, 'database.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** A port nobody listens on: the wanted one if it is free. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

class Server {
  readonly #home: string
  readonly #cluster: Cluster
  readonly #facts: Facts
  readonly #say: (line: string) => void
  #presence: Client | undefined
  #hasLeft = false

  constructor(home: string, cluster: Cluster, facts: Facts, say: (line: string) => void) {
    this.#home = home
    this.#cluster = cluster
    this.#facts = facts
    this.#say = say
  }

  url(database: string): string {
    return `postgres://${DATABASE_USER}:${this.#facts.password}@127.0.0.1:${this.#facts.port}/${database}`
  }

  /** Finds or starts PostgreSQL and stays connected to it; true where it was found. The lock must be held. */
  async arrive(): Promise<boolean> {
    const deadline = Date.now() + PATIENCE
    let wasStarted = false
    for (;;) {
      try {
        const running = findPostmaster(this.#cluster)
        await this.#settlePort(running)
        if (!running) {
          wasStarted = true
          await startPostmaster(this.#cluster, this.#facts.port)
        }
        this.#presence = await this.#connect()
        return !wasStarted
      } catch (error) {
        if (!isPassing(error) || Date.now() > deadline) throw error
        await pause(100)
      }
    }
  }

  /** The same port as last time where it is free: the pools of other processes look for the database there. */
  async #settlePort(running: Postmaster | undefined): Promise<void> {
    const port = running?.port ?? (await freePort(this.#facts.port))
    if (port === this.#facts.port) return
    this.#facts.port = port
    writeFacts(this.#home, this.#facts)
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.url('postgres'),
      application_name: 'docket presence',
      keepAlive: true,
    })
    client.on('error', () => void this.#recover(client))
    client.on('end', () => void this.#recover(client))
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    if (rows[0]?.folder === this.#cluster.folder) {
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE])
      return client
    }
    await client.end()
    throw new Error(`Another PostgreSQL answers on port ${this.#facts.port}: stop it, or use it by DATABASE_URL.`)
  }

  /** PostgreSQL went away under us: bring it back. */
  async #recover(lost: Client): Promise<void> {
    if (this.#hasLeft || this.#presence !== lost) return
    this.#presence = undefined
    this.#say('the database went away, starting it again')
    while (!this.#hasLeft && this.#presence === undefined) {
      let leave = () => {}
      try {
        leave = await takeLock(join(this.#home, 'lock'))
        await this.arrive()
      } catch (error) {
        this.#say(`the database does not come back: ${(error as Error).message}`)
        await pause(2000)
      } finally {
        leave()
      }
    }
  }

  async ensureDatabase(): Promise<void> {
    const found = await this.#presence?.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found?.rowCount === 0) await this.#presence?.query(`create database ${DATABASE}`)
  }

  async leave(): Promise<void> {
    if (this.#hasLeft) return
    this.#hasLeft = true
    const leave = await takeLock(join(this.#home, 'lock'))
    try {
      const client = this.#presence
      if (!client) return
      // a database that has just died needs no shutdown: the next start recovers it
      const isLast = await isAlone(client).catch(() => false)
      await client.end()
      if (isLast) await stopPostmaster(this.#cluster)
    } finally {
      leave()
    }
  }
}

async function isAlone(client: Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [PRESENCE])
  return rows[0]?.alone === true
}

/** A server that is starting, recovering or dying; one that died a moment ago may still hold its memory, or a port be taken. */
function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string }
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01', '57P02'].includes(code ?? '') ||
    /(still|already) in use|Connection terminated/.test(message)
  )
}
