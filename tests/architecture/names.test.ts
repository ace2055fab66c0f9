import { expect, test } from 'vitest'
import { needlessReasons, sharesWord, unfindable } from './names.ts'
import { parse, readSources } from './sources.ts'

/** The folders whose files are held to it. */
const FOLDERS = ['contract', 'engine', 'server', 'src', 'sw']

test('a file that exports nothing sharing a word with its name is found', () => {
  const sources = [
    parse('engine/sender/sender.ts', 'export class Flusher {}'),
    parse('engine/sender/transport.ts', 'export interface Transport {}'),
    parse('server/cases/queries.ts', 'export function list() {}'),
    parse('tests/support/paged.ts', 'export const other = 1'),
    parse('server/main.ts', 'start()'),
  ]
  expect(unfindable(sources, FOLDERS)).toEqual(['engine/sender/sender.ts: exports Flusher'])
})

test('a word counts with another ending, and a short one as it is', () => {
  expect(sharesWord('retention-queries', 'readQuery')).toBe(true)
  expect(sharesWord('handlers', 'collectHandlers')).toBe(true)
  expect(sharesWord('op', 'OpRow')).toBe(true)
  expect(sharesWord('opening', 'OpRow')).toBe(false)
  expect(sharesWord('sender', 'Flusher')).toBe(false)
})

const SOURCES = readSources()

test('every file exports something that shares a word with its name, or has a reason', () => {
  expect(unfindable(SOURCES, FOLDERS)).toEqual([])
  expect(needlessReasons(SOURCES)).toEqual([])
})
