import { expect, test } from 'vitest'
import { featureCycles, wrongImports } from './layers.ts'
import { parse, readSources } from './sources.ts'

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
  ['src/data/engine/x.ts', `import '#src/data/api.ts'`, '#src/data/api.ts may not be imported from src/data/engine/'],
  ['src/data/engine/x.ts', `import { useState } from 'react'`, 'react has no place without a window'],
  ['src/commands/x.ts', `import '#src/data/queries.ts'`, '#src/data/queries.ts may not be imported from src/commands/'],
  ['src/features/a/x.ts', `import '#src/features/b/y.ts'`, '#src/features/b/y.ts goes past the public.ts of b'],
  ['src/features/a/x.ts', `import '#src/app/routes.tsx'`, '#src/app/routes.tsx may not be imported from src/features/'],
  ['src/features/cases/x.ts', `import Dexie from 'dexie'`, 'dexie belongs to src/data/'],
  ['src/features/cases/x.ts', `import { Pool } from 'pg'`, 'pg belongs to server/'],
  ['server/app.ts', `import { act } from 'react'`, 'react belongs to src/'],
])('in %s, %s is refused', (path, text, complaint) => {
  const exists = (target: string) => !target.includes('not-there')
  expect(wrongImports([parse(path, text)], exists)).toEqual([`${path}: ${complaint}`])
})

test('features that import each other are found, whatever the length of the circle', () => {
  const circle = [
    parse('src/features/rules/a.ts', `import '#src/features/cases/public.ts'`),
    parse('src/features/cases/a.ts', `import '#src/features/alerts/public.ts'`),
    parse('src/features/alerts/a.ts', `import '#src/features/rules/public.ts'; import './b.ts'`),
  ]
  expect(featureCycles(circle)).toEqual(['alerts > rules > cases > alerts'])
  expect(featureCycles(circle.slice(1))).toEqual([])
})

test('what the layers allow passes', () => {
  const good = [
    parse('src/features/a/x.ts', `import '#src/features/b/public.ts'; import './y.ts'; import '#src/data/queries.ts'`),
    parse('sw/sw.ts', `import '#src/data/engine/flush.ts'; import 'workbox-precaching'`),
    parse('src/data/engine/transport.ts', `import '#src/data/request.ts'`),
    parse('server/app.ts', `import version from '../package.json' with { type: 'json' }`),
    parse('src/app/shell.test.tsx', `import '#server/app.ts'`),
  ]
  expect(wrongImports(good, () => true)).toEqual([])
})

test('every import of the repository goes the right way', () => {
  expect(wrongImports(readSources())).toEqual([])
})

test('no features import each other', () => {
  expect(featureCycles(readSources())).toEqual([])
})
