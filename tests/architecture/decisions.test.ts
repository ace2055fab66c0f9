import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOf } from './decisions.ts'

const FOLDER = 'docs/decisions'
const INDEX = readFileSync(`${FOLDER}/README.md`, 'utf8')
const names = readdirSync(FOLDER).filter((name) => name !== 'README.md')

const name = '0001-a.md'
const row = (question: string, answer: string, date: string, status: string) =>
  `| [0001](${name}) | ${question} | ${answer} | ${date} | ${status} |`
const text = (body: string, head = '# 0001 A\n\n*2026-01-02 · accepted*') => `${head}\n\n${body}\n`
const good = { name, text: text('**Context.** Why.\n\n**Choice 1: this.** So.\n\n**Choice, else.** So.') }
const index = row('May it?', 'It may', '2026-01-02', 'accepted')

test('a decision in its form passes', () => {
  expect(faultsOf(good, index)).toEqual([])
})

test.each([
  ['no row', good, '', 'has no row in the index'],
  ['no question', good, row('May it', 'It may', '2026-01-02', 'accepted'), 'has no question in the index'],
  ['no answer', good, row('May it?', '', '2026-01-02', 'accepted'), 'has no answer in the index'],
  [
    'another status',
    good,
    row('May it?', 'It may', '2026-01-02', 'superseded by 0002'),
    'is “2026-01-02, superseded by 0002” in the index, and “2026-01-02, accepted” by itself',
  ],
  [
    'another heading',
    { name, text: text('**Context.** Why.\n\n**Question.** What?\n\n**Choice.** So.') },
    index,
    'begins a paragraph with “Question.”',
  ],
  ['no choice', { name, text: text('**Context.** Why.') }, index, 'makes no choice'],
  ['no context', { name, text: text('**Choice.** So.') }, index, 'does not begin with its context'],
  ['sections', { name, text: `${good.text}\n## More\n` }, index, 'has headings below its title'],
  [
    'more than half a page',
    { name, text: `${good.text}\n${'x'.repeat(120 * 36)}\n` },
    index,
    'has 46 lines of 120 characters, where 45 are half a page',
  ],
])('a decision with %s is refused', (_, decision, rows, fault) => {
  expect(faultsOf(decision, rows)).toEqual([fault])
})

test('a decision without heading, date and status is refused', () => {
  const found = faultsOf({ name, text: text('**Context.** Why.\n\n**Choice.** So.', '# A') }, index)
  expect(found.slice(0, 2)).toEqual([
    'has no heading with its number',
    'has no line of date and status below its heading',
  ])
})

test('every decision has the form, and every row of the index has its decision', () => {
  expect(
    Object.fromEntries(
      names
        .map(
          (each) => [each, faultsOf({ name: each, text: readFileSync(`${FOLDER}/${each}`, 'utf8') }, INDEX)] as const,
        )
        .filter(([each, faults]) => faults.length > 0 || !/^\d{4}-[a-z\d-]+\.md$/.test(each)),
    ),
  ).toEqual({})
  expect(Array.from(INDEX.matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm), ([, each]) => each)).toEqual(names.toSorted())
})
