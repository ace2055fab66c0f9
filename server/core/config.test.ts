import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { controlsOf, readConfig, settingLines } from './config.ts'
import { SETTING_NAMES, settingOf } from '#server/core/settings/settings.ts'
import { withSettingsTable } from './settings/table.ts'

/** The message of a refused start; empty if there is none. */
function messageOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
const faultsOf = (environment: Record<string, string>) => messageOf(environment).split('\n  ').slice(1)

test('every invalid setting is reported with the reason, and with its value unless that may hold credentials', () => {
  const bad = {
    PORT: '99999',
    DEMO: 'huge',
    OIDC_ISSUER: 'login.example',
    SPA_HOSTS: 'https://a.example, b',
    DATABASE_URL: 'mysql://x/y',
  }
  const lines = faultsOf(bad).map((line) => line.replace(/: .*/, ''))
  expect(lines.toSorted()).toEqual(['DATABASE_URL', 'DEMO=huge', 'OIDC_ISSUER', 'PORT=99999', 'SPA_HOSTS'])
})

test('no message has the value of a secret, and every setting that is named like one is declared one', () => {
  const secrets = SETTING_NAMES.filter((name) => settingOf(name).secret !== 'no')
  const named = SETTING_NAMES.filter((name) => /KEY_ID|SECRET|TOKEN|PASS|API_KEY|_URL$/.test(name))
  expect(named.filter((name) => !secrets.includes(name))).toEqual([])
  for (const name of secrets) {
    for (const value of [
      'c4nary',
      'postgres://u:c4nary@[',
      'smtp://u:c4nary',
      '{"c4nary',
      'c4nary c4nary c4nary c4nary',
    ]) {
      const faults = messageOf({ [name]: value })
      expect(faults, name).not.toContain('c4nary')
    }
  }
  const config = readConfig({
    METRICS_TOKEN: 'c4nary'.repeat(3),
    AUDIT_HEADS: 'https://u:c4nary@heads.example/?c4nary',
  })
  expect(`${settingLines(config).join()} ${JSON.stringify(controlsOf(config))}`).not.toContain('c4nary')
})

describe('a misspelt word stops the start', () => {
  test.each([
    ['FOUR_EYS', 'FOUR_EYES'],
    ['FOURE_YES', 'FOUR_EYES'],
    ['four_eyes', 'FOUR_EYES'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['CLAMAV', 'CLAMD'],
    ['PROT', 'PORT'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ])('as the name %s, which resembles %s', (name, meant) =>
    expect(faultsOf({ [name]: 'c4nary' })).toEqual([
      `${name} is not a setting: did you mean ${meant}? Unset it if it is not Docket’s.`,
    ]),
  )

  test.each([
    ['FOUR_EYES', 'rulez', /“rulez” is not known: did you mean “rules”\? It is one of rules, str,/],
    ['FOUR_EYES', 'str, bulks', /did you mean “bulk”/],
    ['ASSISTANT_ROLES', 'manger', /did you mean “manager”/],
    ['OFFLINE_UNLOCK', 'requird', /did you mean “required”/],
    ['CONTRADICTED_CLAIMS', 'refuze', /did you mean “refuse”/],
    ['TIPPING_OFF_WORDS', '{"paxun": ["sar"]}', /did you mean “paxum”/],
    ['DEMO_SIGN_IN', 'yes', /0 or 1/],
  ])('in %s=%s', (name, value, why) => expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(why)]))

  test('and names of others do not', () => {
    const names = [
      'HOME',
      'MODE',
      'PATH',
      'TERM',
      'TEMP',
      'OS',
      'MAIL',
      'ROOT',
      'NODE_ENV',
      'TEST_DATABASE_URL',
      'BENCH_DIR',
      'npm_config_host',
    ]
    expect(messageOf(Object.fromEntries(names.map((name) => [name, 'x'])))).toBe('')
  })
})

test('docs/operations.md has the table of settings as they are declared', () => {
  const text = readFileSync('docs/operations.md', 'utf8')
  expect(text).toBe(withSettingsTable(text))
})

test('only a demo may run without the automatic lock', () => {
  expect(readConfig({ LOCK_MINUTES: '0' }).lockMinutes).toBe(0)
  expect(() => readConfig({ LOCK_MINUTES: '0', OIDC_ISSUER: 'https://login.example' })).toThrow(
    'LOCK_MINUTES=0: at least 1',
  )
})

test('without settings, or with empty ones, the server is a local demo', () => {
  const { port, host, dataDir, demo, catalogueOnly, databaseUrl, oidc } = readConfig({ PORT: '', DATABASE_URL: '' })
  expect({ port, host, dataDir, demo, catalogueOnly, databaseUrl, oidc }).toEqual({
    port: 4280,
    host: '127.0.0.1',
    dataDir: '.data',
    demo: 'small',
    catalogueOnly: false,
    databaseUrl: undefined,
    oidc: undefined,
  })
})

test('a configured database or identity provider gets no demo world unless it is asked for', () => {
  const database = { DATABASE_URL: 'postgres://db.example/docket', DEMO_SIGN_IN: '1' }
  expect(readConfig(database).demo).toBe('none')
  expect(readConfig({ OIDC_ISSUER: 'https://login.example' }).demo).toBe('none')
  expect(readConfig({ ...database, DEMO: 'large' }).demo).toBe('large')
})

test('a configured database requires an identity provider, unless its data are declared fictitious', () => {
  const database = { DATABASE_URL: 'postgres://db.example/docket' }
  expect(() => readConfig(database)).toThrow('OIDC_ISSUER: needed with DATABASE_URL')
  expect(() => readConfig({ ...database, DEMO: 'small' })).toThrow('OIDC_ISSUER: ')
  expect(readConfig({ ...database, DEMO_SIGN_IN: '1' }).demoSignIn).toBe(true)
  expect(readConfig({ ...database, OIDC_ISSUER: 'https://login.example', DEMO_SIGN_IN: '1' }).demoSignIn).toBe(false)
  expect(readConfig({ DEMO: 'none' }).demoSignIn).toBe(false)
})

test('origins are read from a list, without paths', () => {
  expect(readConfig({ SPA_HOSTS: 'https://a.example/x, http://localhost:5173' }).spaHosts).toEqual([
    'https://a.example',
    'http://localhost:5173',
  ])
})
