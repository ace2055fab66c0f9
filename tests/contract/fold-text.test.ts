// The database folds text as the contract does; without that, server and replica find different rows.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#contract/fold-text.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select fold_text(t) as text from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`.execute(
    database.db,
  )
  return rows.map(({ text }) => text)
}

/** Latin letters that are younger than the database's tables: it keeps their case. */
const YOUNG = /[\ua7cb-\ua7f1]/

test('every assigned letter, mark, digit, punctuation and space of the first plane', async () => {
  const all = Array.from({ length: 0xffff }, (_, i) => String.fromCodePoint(i + 1)).filter(
    (c) => /[\p{L}\p{M}\p{N}\p{P}\p{Z}\p{Cf}]/u.test(c) && !YOUNG.test(c),
  )
  const folded = await foldedByDatabase(all)
  expect(
    all.filter((c, i) => folded[i] !== foldText(c)).map((c) => `U+${c.codePointAt(0)?.toString(16)} ${c}`),
  ).toEqual([])
})

test('random text of all scripts', async () => {
  const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 40 }), { numRuns: 2000, seed: 343 })
  const stored = texts.filter((text) => !text.includes('\u0000'))
  expect(await foldedByDatabase(stored)).toEqual(stored.map(foldText))
})
