import { expect, test } from 'vitest'
import { engineCycles, featureCycles, fileCycles, lazyInServiceWorker, serverCycles, wrongImports } from './layers.ts'
import { parse, readSources } from './sources.ts'

const SOURCES = readSources()

test.each([
  ['contract/call.ts', `import { z } from 'zod'`, 'zod is not zod/mini'],
  ['contract/call.ts', `import 'node:fs'`, 'node:fs is not zod/mini'],
  ['contract/call.ts', `import '#src/main.tsx'`, '#src/main.tsx may not be imported from contract/'],
  ['src/commands/x.ts', `export * from '#sw/sw.ts'`, '#sw/sw.ts may not be imported from src/commands/'],
  [
    'src/ui/x.ts',
    `import type { Call } from '#contract/call.ts'`,
    '#contract/call.ts may not be imported from src/ui/',
  ],
  [
    'src/data/x.ts',
    `await import('#tests/architecture/layers.ts')`,
    '#tests/architecture/layers.ts may not be imported from src/data/',
  ],
  ['src/data/x.ts', `import '../main.tsx'`, '../main.tsx should be a subpath import'],
  ['src/data/x.ts', `import './not-there.ts'`, './not-there.ts leads to no file'],
  ['engine/x.ts', `import '#src/data/api.ts'`, '#src/data/api.ts may not be imported from engine/'],
  ['engine/x.ts', `import { useState } from 'react'`, 'react has no place without a window'],
  ['src/commands/x.ts', `import '#src/data/queries.ts'`, '#src/data/queries.ts may not be imported from src/commands/'],
  ['src/features/a/x.ts', `import '#src/features/b/y.ts'`, '#src/features/b/y.ts goes past the public.ts of b'],
  [
    'src/features/a/x.ts',
    `import '#src/app/screens.tsx'`,
    '#src/app/screens.tsx may not be imported from src/features/',
  ],
  ['src/features/cases/x.ts', `import Dexie from 'dexie'`, 'dexie belongs to engine/'],
  ['src/features/cases/x.ts', `import { Pool } from 'pg'`, 'pg belongs to server/'],
  ['server/app.ts', `import { act } from 'react'`, 'react belongs to src/'],
  [
    'src/features/a/x.ts',
    `import '#engine/outbox/outbox.ts'`,
    '#engine/outbox/outbox.ts may not be imported from src/features/',
  ],
  ['sw/x.ts', `import '#src/data/data.ts'`, '#src/data/data.ts may not be imported from sw/'],
  ['server/core/x.ts', `import '#server/store/pool.ts'`, '#server/store/pool.ts may not be imported from server/core'],
  [
    'server/cases/x.ts',
    `import '#server/http/routes.ts'`,
    '#server/http/routes.ts may not be imported from server/cases',
  ],
  [
    'server/store/migrations/x.ts',
    `import '#contract/model/platform.ts'`,
    '#contract/model/platform.ts may not be imported from server/store/migrations/',
  ],
  ['server/http/x.ts', `import '#server/app.ts'`, '#server/app.ts may not be imported from server/http'],
])('in %s an import of %s is refused', (path, text, complaint) => {
  const exists = (target: string) => !target.includes('not-there')
  expect(wrongImports([parse(path, text)], exists)).toEqual([`${path}: ${complaint}`])
})

test('import cycles of features are found, at any length', () => {
  const circle = [
    parse('src/features/rules/a.ts', `import '#src/features/cases/public.ts'`),
    parse('src/features/cases/a.ts', `import '#src/features/alerts/public.ts'`),
    parse('src/features/alerts/a.ts', `import '#src/features/rules/public.ts'; import './b.ts'`),
  ]
  expect(featureCycles(circle)).toEqual(['alerts > rules > cases > alerts'])
  expect(featureCycles(circle.slice(1))).toEqual([])
})

test('imports that the layers allow pass', () => {
  const good = [
    parse('src/features/a/x.ts', `import '#src/features/b/public.ts'; import './y.ts'; import '#src/data/queries.ts'`),
    parse('sw/sw.ts', `import '#engine/sender/sender.ts'; import 'workbox-precaching'`),
    parse('engine/sender/transport.ts', `import '#contract/request.ts'`),
    parse('server/app.ts', `import version from '../package.json' with { type: 'json' }`),
    parse('src/app/shell.test.tsx', `import '#server/app.ts'`),
  ]
  expect(wrongImports(good, () => true)).toEqual([])
})

test('every import of the repository follows the layers', () => {
  expect(wrongImports(SOURCES)).toEqual([])
})

test('no features import each other', () => {
  expect(featureCycles(SOURCES)).toEqual([])
})

test('import cycles of server folders are found', () => {
  const circle = [
    parse('server/cases/a.ts', `import '#server/sync/feed.ts'`),
    parse('server/sync/a.ts', `import '#server/cases/list.ts'`),
  ]
  expect(serverCycles(circle)).toEqual(['cases > sync > cases'])
  expect(serverCycles(circle.slice(1))).toEqual([])
})

test('no folders of the server import each other', () => {
  expect(serverCycles(SOURCES)).toEqual([])
})

test('no folders of the engine import each other', () => {
  const circle = [
    parse('engine/protocol.ts', `import type { VaultState } from '#engine/vault/vault-state.ts'`),
    parse('engine/vault/engine-vault.ts', `await import('#engine/protocol.ts')`),
  ]
  expect(engineCycles(circle)).toEqual(['main > vault > main'])
  expect(engineCycles(SOURCES)).toEqual([])
})

test('no files import each other, not even for a type', () => {
  const circle = [
    parse('src/format/a.ts', `import type { B } from './b.ts'`),
    parse('src/format/b.ts', `export type { C } from './c.ts'`),
    parse('src/format/c.ts', `import type { A } from './a.ts'`),
  ]
  expect(fileCycles(circle)).toEqual(['src/format/a.ts > src/format/b.ts > src/format/c.ts > src/format/a.ts'])
  expect(fileCycles([...circle.slice(0, 2), parse('src/format/c.ts', `import('./a.ts')`)])).toEqual([])
  expect(fileCycles(SOURCES)).toEqual([])
})

test('a dynamic import reachable from the service worker is found, with its import path', () => {
  const files = [
    parse('sw/sw.ts', `import { send } from '#engine/sender/sender.ts'; import type { A } from '#engine/types.ts'`),
    parse('sw/holder.ts', `import type { Lazy } from './lazy.ts'; await import('./lazy.ts')`),
    parse('engine/sender/sender.ts', `export { read } from '#contract/read.ts'; await import('./sender.ts')`),
    parse('contract/read.ts', 'await import(`./${name}.ts`)'),
    parse('engine/types.ts', `await import('#engine/worker.ts')`),
    parse('engine/worker.ts', `await import('#engine/types.ts')`),
  ]
  expect(lazyInServiceWorker(files)).toEqual([
    'sw/holder.ts: ./lazy.ts is imported dynamically',
    'sw/sw.ts > engine/sender/sender.ts: ./sender.ts is imported dynamically',
    'sw/sw.ts > engine/sender/sender.ts > contract/read.ts: ./${name}.ts is imported dynamically',
  ])
})

test('the service worker reaches no dynamic import', () => {
  expect(lazyInServiceWorker(SOURCES)).toEqual([])
})
