// Features declare themselves, and a command is run with the facts of the page alone.
import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

const PRODUCT = readSources().filter(({ path }) => path.startsWith('src/') && !/\.(test|fake)\.tsx?$/.test(path))

/** Files that make up the atoms of a command, outside of the library. */
const forged = (sources: readonly Pick<Source, 'path' | 'text'>[]) =>
  sources
    .filter(
      ({ path, text }) => !path.startsWith('src/commands/') && /\batoms: \{|\.\.\.context\.(read|page)\(/.test(text),
    )
    .map(({ path }) => path)

/** Files of `app` that load a part of a feature: its `feature.ts` does. */
const loadedByApp = (sources: readonly Pick<Source, 'path' | 'text'>[]) =>
  sources
    .filter(
      ({ path, text }) =>
        path.startsWith('src/app/') && /import\('#src\/features\/.*(screen\.tsx|commands\.ts)'/.test(text),
    )
    .map(({ path }) => path)

test('no form makes up the state of the page for its command', () => {
  const form = {
    path: 'src/features/a/form.tsx',
    text: "execute(id, { atoms: { ...context.read(), overlay: 'none' } })",
  }
  expect(forged([form])).toEqual([form.path])
  expect(forged(PRODUCT)).toEqual([])
})

test('screens and commands of features are loaded by their features', () => {
  const table = { path: 'src/app/screens.tsx', text: "() => import('#src/features/a/a.screen.tsx')" }
  expect(loadedByApp([table])).toEqual([table.path])
  expect(loadedByApp(PRODUCT)).toEqual([])
})
