import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('every invalid setting is reported with its value and the reason', () => {
  const bad = {
    PORT: '99999',
    DEMO: 'huge',
    OIDC_ISSUER: 'login.example',
    SPA_HOSTS: 'https://a.example, b',
    DATABASE_URL: 'mysql://x/y',
  }
  expect(() => readConfig(bad)).toThrow(
    /^These settings cannot be used:\n(?=[\s\S]*  PORT=99999: )(?=[\s\S]*  DEMO=huge: )(?=[\s\S]*  OIDC_ISSUER=login.example: )(?=[\s\S]*  SPA_HOSTS=)(?=[\s\S]*  DATABASE_URL=mysql:)/,
  )
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
  expect(() => readConfig(database)).toThrow('OIDC_ISSUER=: needed with DATABASE_URL')
  expect(() => readConfig({ ...database, DEMO: 'small' })).toThrow('OIDC_ISSUER=: ')
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
