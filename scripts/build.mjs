// Builds the window and the service worker, unless the last build was made from the same files.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const INPUTS = [
  'index.html',
  'vite.config.ts',
  'scripts/chunks.mjs',
  'scripts/notices.mjs',
  'package-lock.json',
  'contract',
  'engine',
  'public',
  'src',
  'sw',
]
const STAMP = '.cache/build.sha256'

/** True when `dist` now holds a build of the present files. */
export function build() {
  const now = fingerprint()
  if (existsSync('dist/index.html') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) {
    console.log('build: up to date')
    return true
  }
  rmSync(STAMP, { force: true })
  const { status } = spawnSync('npx', ['--no-install', 'vite', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) return false
  mkdirSync('.cache', { recursive: true })
  writeFileSync(STAMP, now)
  return true
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of INPUTS.filter((path) => existsSync(path)).flatMap(filesOf)) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesOf(join(path, name)))
}
