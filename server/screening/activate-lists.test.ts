// Lists are put in force as the settings name them; a broken one changes nothing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { activateLists } from './activate-lists.ts'
import { listsInForce } from './store-list.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

const write = (file: string, text: string) => writeFile(join(folder, file), text)
const bring = (...files: string[]) =>
  activateLists(database.db, files.map((file) => `${file.split('.')[0]}=${join(folder, file)}`).join(','), NOW)
const inForce = async () =>
  (await listsInForce(database.db)).map(({ source, entries }) => `${source}: ${entries}`).toSorted()

test('a broken first list is refused, as none would be in force', async () => {
  await write('own.json', '{')
  await expect(bring('own.json')).rejects.toThrow()
  expect(await inForce()).toEqual([])
})

test('a list that can no longer be read keeps its version in force, and no other list is withdrawn', async () => {
  await write('own.csv', 'name\nJane Doe\nRichard Roe\n')
  await write('peps.csv', 'id,name\n1,Grace Hopper\n')
  await bring('own.csv', 'peps.csv')
  await rm(join(folder, 'own.csv'))
  const { broken, withdrawn } = await bring('own.csv')
  expect([broken.length, withdrawn]).toEqual([1, []])
  expect(await inForce()).toEqual(['own: 2', 'peps: 1'])
})

test('several lists are in force until the settings no longer name them', async () => {
  await write('own.csv', 'name\nJane Doe\n')
  await write('peps.csv', 'id,name\n1,Grace Hopper\n2,…\n')
  const { lists } = await bring('own.csv', 'peps.csv')
  expect(lists.map(({ source, unusable }) => [source, unusable.length])).toEqual([
    ['own', 0],
    ['peps', 1],
  ])
  expect((await bring('own.csv')).withdrawn).toEqual(['peps (Own list)'])
  expect(await inForce()).toEqual(['own: 1'])
})

test('characters that the database cannot store are removed from names, ids and numbers, and the list comes into force', async () => {
  const odd = `"x${'🙂'.repeat(3000)}","A\0B\ud83d"`
  await write('odd.csv', `id,name,identifiers\n1,${odd}\n"2\0","Jane\u0007 Doe","7\ud83d"\n`)
  await write('odd2.ftm.json', String.raw`{"id":"3","schema":"Person","caption":"Jo\u0000 \ud83d Roe"}`)
  const { broken } = await bring('odd.csv', 'odd2.ftm.json')
  expect([broken, await inForce()]).toEqual([[], ['odd2: 1', 'odd: 2']])
})
