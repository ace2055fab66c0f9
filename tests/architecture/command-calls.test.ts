import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { ADMINISTRATORS, MANAGERS, mayCall } from '#contract/model/roles.ts'
import type { Role } from '#contract/model/values.ts'

const groups = import.meta.glob<Record<string, unknown>>('../../contract/calls/**/*.ts', { eager: true })

/** The calls of a file of the contract under the name that a file of the window gives them. */
function callsIn(text: string): Record<string, Record<string, Call>> {
  const found: Record<string, Record<string, Call>> = {}
  for (const [, names = '', path = ''] of text.matchAll(/import \{([^}]*)\} from '#(contract\/calls\/[^']+)'/g))
    for (const one of names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)) {
      const [exported = '', local = exported] = one.split(' as ')
      found[local] = groups[`../../${path}`]?.[exported] as Record<string, Call>
    }
  return found
}

const isRestricted = (call: Call | undefined): call is Call =>
  call !== undefined && call.method !== 'GET' && !mayCall(call, [])

/** A preview is read by POST, and shown on a screen that checks who may open it. */
const withoutReads = (text: string) => text.replaceAll(/queryFn:[^]{0,120}?send\(/g, '')

/** The changes not open to everybody that the files send, and that no command of theirs names in `calls`. */
function unnamed(texts: readonly string[]): string[] {
  const sent = new Set<string>()
  const named = new Set<string>()
  for (const text of texts) {
    const known = callsIn(text)
    const idOf = (group = '', name = '') => {
      const call = known[group]?.[name]
      return isRestricted(call) ? `${call.method} ${call.path}` : null
    }
    for (const [, group, name] of withoutReads(text).matchAll(/\bsend\(\s*(?=(\w+)\.(\w+))/g)) {
      const id = idOf(group, name)
      if (id !== null) sent.add(id)
    }
    for (const [, list = ''] of text.matchAll(/\bcalls: \[([^\]]*)\]/g))
      for (const [, group, name] of list.matchAll(/(\w+)\.(\w+)/g)) {
        const id = idOf(group, name)
        if (id !== null) named.add(id)
      }
  }
  return [...sent].filter((id) => !named.has(id))
}

const FEATURES = 'src/features'
const textsOf = (feature: string) =>
  readdirSync(`${FEATURES}/${feature}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(`${FEATURES}/${feature}/${path}`, 'utf8'))

test('a change that is not open to everybody is found where no command names it', () => {
  const text = `import { team as calls } from '#contract/calls/team.ts'; api.send(calls.spread, {})`
  expect(unnamed([text])).toEqual(['POST /management/team/spread'])
  expect(unnamed([text, `import { team } from '#contract/calls/team.ts'; x = { calls: [team.spread] }`])).toEqual([])
})

test.each(readdirSync(FEATURES).filter((name) => !name.endsWith('.ts')))(
  'the commands of %s name the calls that some people may not make',
  (feature) => {
    expect(unnamed(textsOf(feature))).toEqual([])
  },
)

const ONLY: Readonly<Record<string, readonly Role[]>> = { ADMINISTRATORS, MANAGERS }

/** The reads of a feature that refuse somebody whom one of its screens lets in: `overview.list refuses manager`. */
function refusedReads(declaration: string, texts: readonly string[]): string[] {
  const screens = [...declaration.matchAll(/\bview: '[\s\S]*?\bload: /g)].map(([screen]) => screen)
  const guests = screens.map((screen) => ONLY[/\bonly: (\w+)/.exec(screen)?.[1] ?? ''] ?? [])
  // a feature with a screen for everybody asks by itself who may read what
  if (guests.length === 0 || guests.some((roles) => roles.length === 0)) return []
  const found = new Set<string>()
  for (const text of texts) {
    const known = callsIn(text)
    for (const [, group = '', name = ''] of text.matchAll(/\b(?:send|open)\(\s*(?:async \(\) => )?(\w+)\.(\w+)/g)) {
      const call = known[group]?.[name]
      if (call?.method !== 'GET') continue
      for (const role of new Set(guests.flat()))
        if (!mayCall(call, [role])) found.add(`${group}.${name} refuses ${role}`)
    }
  }
  return [...found]
}

test('a read that refuses somebody whom the screen lets in is found', () => {
  const screen = (only: string) => `{ path: 'x', view: 'x', ${only} load: () => import('./x.screen.tsx') }`
  const text = `import { audit } from '#contract/calls/audit.ts'; api.send(audit.list, {})`
  expect(refusedReads(screen('only: MANAGERS,'), [text])).toEqual(['audit.list refuses manager'])
  expect(refusedReads(screen('only: ADMINISTRATORS,'), [text])).toEqual([])
  expect(refusedReads(screen(''), [text])).toEqual([])
})

test('the screens of a feature let in nobody whom their reads refuse', () => {
  const declared = readdirSync(FEATURES).filter((name) => existsSync(`${FEATURES}/${name}/feature.ts`))
  const guarded = declared.filter((name) => readFileSync(`${FEATURES}/${name}/feature.ts`, 'utf8').includes('only: '))
  expect(guarded.length).toBeGreaterThan(10)
  expect(
    guarded.flatMap((name) =>
      refusedReads(readFileSync(`${FEATURES}/${name}/feature.ts`, 'utf8'), textsOf(name)).map(
        (one) => `${name}: ${one}`,
      ),
    ),
  ).toEqual([])
})
