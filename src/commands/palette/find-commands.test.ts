import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CommandId } from '#src/commands/command.ts'
import { createCommandFinder, type Entry } from './find-commands.ts'
import { fold } from './rank.ts'

const WORDS =
  'assign resolve filter queue customer sanction export note template rule alert snooze print link theme'.split(' ')

const entry = (title: string, keywords: readonly string[] = [], bonus = 0): Entry => ({
  command: { id: title as CommandId, shortTitle: title, keywords },
  title,
  bonus,
})

const find = (entries: readonly Entry[], query: string) => {
  const { found, how } = createCommandFinder(entries.map(({ command }) => command)).find(entries, query)
  return { titles: found.map(({ title }) => title), how }
}

const CASES = [
  entry('Assign to me', ['take', 'claim']),
  entry('Assign to…', ['give', 'owner', 'change owner']),
  entry('Await customer', ['hold', 'on hold']),
  entry('Resolve…', ['close', 'dismiss', 'false positive'], 0.08),
  entry('Close stack', ['collapse']),
  entry('Sanctions hits', ['watchlist', 'ofac']),
  entry('Keyboard shortcuts', ['hotkeys']),
  entry('Templates', ['macros']),
]

test.each([
  ['a beginning', 'resol', 'Resolve…'],
  ['words in any order', 'me assign', 'Assign to me'],
  ['beginnings of several words', 'assi m', 'Assign to me'],
  ['a keyword', 'watchlist', 'Sanctions hits'],
  ['several words of keywords', 'false positive', 'Resolve…'],
  ['a plural', 'sanction', 'Sanctions hits'],
  ['another form', 'claiming', 'Assign to me'],
  ['a keyword before a title that only begins with it', 'close', 'Resolve…'],
  ['two letters exchanged', 'shrotcuts', 'Keyboard shortcuts'],
  ['two letters exchanged in a beginning', 'rseol', 'Resolve…'],
  ['a letter too few', 'tempates', 'Templates'],
  ['a letter too many', 'ofacc', 'Sanctions hits'],
  ['two wrong letters', 'sencteons', 'Sanctions hits'],
  ['other accents and capitals', 'RÉSOLVE', 'Resolve…'],
])('%s: "%s" finds %s', (_, query, wanted) => expect(find(CASES, query).titles[0]).toBe(wanted))

test.each([
  ['customise', 'Customize'],
  ['customis', 'Customise'],
  ['colour', 'Color'],
  ['labelled', 'Labeled'],
  ['analyse', 'Analyze'],
  ['centre', 'Center'],
])('the spelling "%s" finds "%s"', (query, title) => {
  expect(find([entry('Other'), entry(title)], query)).toEqual({ titles: [title], how: 'match' })
})

test('the very words of a keyword are before others of the same stem', () => {
  const shown = entry('Show unassigned', ['unassigned', 'pool'])
  expect(find([shown, entry('Release', ['unassign', 'drop'])], 'unassign').titles).toEqual([
    'Release',
    'Show unassigned',
  ])
})

test('no word has to be found that adds nothing', () => expect(find(CASES, 'assign the').how).toBe('match'))

test('an error in a word is forgiven only where no command has the word as it is', () => {
  expect(find([entry('Hold'), entry('Hole')], 'hold')).toEqual({ titles: ['Hold'], how: 'match' })
  expect(find([entry('Hold'), entry('Mole')], 'hole')).toEqual({ titles: ['Hold', 'Mole'], how: 'error' })
})

describe('for all commands', () => {
  const word = fc.constantFrom(...WORDS)
  const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  const entries = fc
    .uniqueArray(
      fc.record({
        title,
        keywords: fc.array(title, { maxLength: 4 }),
        bonus: fc.double({ min: 0, max: 0.5, noNaN: true }),
      }),
      { selector: (one) => one.title, minLength: 1, maxLength: 12 },
    )
    .map((list) => list.map((one) => entry(one.title, one.keywords, one.bonus)))

  test('an exact title is above everything', () =>
    fc.assert(
      fc.property(entries, fc.nat(), (list, at) => {
        const wanted = list[at % list.length]!.title
        expect(find(list, wanted).titles[0]).toBe(wanted)
      }),
    ))

  test('a command found by the beginning of its title is found by each longer beginning', () =>
    fc.assert(
      fc.property(entries, fc.nat(), (list, at) => {
        const wanted = list[at % list.length]!.title
        for (let length = 1; length <= wanted.length; length++)
          expect(find(list, wanted.slice(0, length)).titles).toContain(wanted)
      }),
    ))

  test('a query with one wrong letter finds the command', () =>
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('x', 'z', ''), (text, at, letter) => {
        const place = at % text.length
        const wrong = text.slice(0, place) + letter + text.slice(place + 1)
        expect(
          find(
            WORDS.map((one) => entry(one)),
            wrong,
          ).titles,
        ).toContain(text)
      }),
    ))

  test('something is offered for whatever is typed', () =>
    fc.assert(
      fc.property(entries, fc.string({ minLength: 1 }), (list, query) => {
        fc.pre(/[\p{Letter}\p{Number}]/u.test(fold(query)))
        expect(find(list, query).titles).not.toEqual([])
      }),
    ))
})

test('a key stroke searches for one word more, whatever the number of commands', () => {
  const many = Array.from({ length: 1000 }, (_, at) => entry(`${WORDS[at % WORDS.length]} ${at}`))
  let read = 0
  const counted = many.map(({ command, ...rest }) => ({
    ...rest,
    command: {
      ...command,
      get keywords() {
        read += 1
        return command.keywords
      },
    },
  }))
  const finder = createCommandFinder(counted.map(({ command }) => command))
  const built = read
  finder.find(counted, 'assign 7')
  expect(read).toBe(built)
})
