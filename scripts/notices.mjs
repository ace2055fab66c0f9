// The licences of everything that Docket ships or installs to run; the build writes them to dist/third-party-notices.txt.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FLAGS = {
  name: 'Twemoji (country flags)',
  version: '',
  licence: 'CC-BY-4.0',
  text: 'Copyright Twitter, Inc and other contributors. https://creativecommons.org/licenses/by/4.0/',
}
const IS_LICENCE = /^(licen[cs]e|copying|notice)(\.|-|$)/i

export function readNotices() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const notices = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, version, ...licenceIn(path, license) }
    })
  return [FLAGS, ...notices].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** A package for another system is not installed here: the lock file alone speaks for it. */
function licenceIn(path, stated = '') {
  if (!existsSync(path)) return { licence: stated, text: '' }
  const files = readdirSync(path).filter((name) => IS_LICENCE.test(name))
  const text = files.map((name) => readFileSync(join(path, name), 'utf8').trim()).join('\n\n')
  const isMit = stated === '' && /Permission is hereby granted, free of charge/.test(text)
  return { licence: isMit ? 'MIT' : stated, text }
}

export function noticesText() {
  const notices = readNotices().map(({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text}`)
  return `Docket contains or runs on the work of others.\n\n${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
