/** Runs another PostgreSQL than the embedded one on a data directory of its own for a run of tests. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inReach, runAs } from '#server/store/cluster.ts'
import { freePort } from '#server/store/embedded.ts'
import { makeFolder } from './folder.ts'

/** Starts the programs of a `bin` folder; as root they run as the user that the embedded PostgreSQL runs as. */
export async function startSystemPostgres(bin: string): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = makeFolder()
  const data = join(folder, 'data')
  const secret = join(folder, 'password')
  const password = randomBytes(18).toString('base64url')
  const as = runAs()
  const given = { initdb: join(bin, 'initdb'), pg_ctl: join(bin, 'pg_ctl') }
  const programs = inReach(given, as, console.log)
  const run = (name: keyof typeof programs, ...args: string[]) =>
    execFileSync(programs[name], args, { ...as, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  chmodSync(folder, 0o711)
  if (as.uid !== undefined && as.gid !== undefined) for (const path of [data, secret]) chownSync(path, as.uid, as.gid)
  const access = [`--pwfile=${secret}`, '--username=docket', '--auth=scram-sha-256']
  run('initdb', `--pgdata=${data}`, ...access, '--encoding=UTF8', '--locale=C.UTF-8')
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ]
  const options = [`-p ${port}`, ...settings.map((each) => `-c ${each}`)].join(' ')
  run('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', join(data, 'log'), '-o', options)
  return {
    url: `postgres://docket:${password}@127.0.0.1:${port}/postgres`,
    close: async () => {
      run('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
