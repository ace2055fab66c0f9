import { expect, test } from 'vitest'
import { nextSort, saveColumns } from './arrange.ts'
import { arrange, bySort, chosenColumns } from './look.ts'

const column = (id: string, more: object = {}) => ({ id, header: id, width: 100, text: () => '', ...more })
const all = [column('id'), column('amount', { grow: 2, hideBelow: 900 }), column('age')]

test('columns are shown as chosen; unknown ones are ignored, and none means the default columns', () => {
  expect(arrange(all, ['age', 'gone', 'amount:240']).map(({ id, width, grow }) => [id, width, grow])).toEqual([
    ['age', 100, undefined],
    ['amount', 240, undefined],
  ])
  expect(arrange(all, ['gone'])).toBe(all)
  expect(arrange(all, [])).toBe(all)
})

test('numbers sort descending first, texts ascending, and each press reverses', () => {
  const amount = { ...bySort('amount'), align: 'end' as const }
  const name = bySort('name')
  expect(nextSort(amount, '-created')).toBe('-amount')
  expect(nextSort(amount, '-amount')).toBe('amount')
  expect(nextSort(amount, 'amount')).toBe('-amount')
  expect(nextSort(name, '-created')).toBe('name')
  expect(nextSort(name, 'name')).toBe('-name')
  expect(nextSort({}, '-created')).toBe('-created')
})

test('the address takes precedence over the user’s own columns, and changes there', () => {
  const saved: unknown[] = []
  const user = { get: () => ({ columns: ['own'] }), save: (...args: unknown[]) => void saved.push(args) }
  expect(chosenColumns(user, 'cases', { columns: [] })).toEqual(['own'])
  expect(chosenColumns(user, 'cases', { columns: ['a'] })).toEqual(['a'])
  const went: string[] = []
  const narrowing = { hrefOf: (_: string, filter: { columns: readonly string[] }) => filter.columns.join() }
  const at = (columns: readonly string[]) => ({
    user,
    list: 'cases' as const,
    narrowing,
    platform: 'paxum',
    filter: { sort: '', columns },
  })
  saveColumns(at(['a']), ['b'], (to) => void went.push(to))
  expect([went, saved.length]).toEqual([['b'], 0])
  saveColumns(at([]), ['b'], (to) => void went.push(to))
  expect(saved).toEqual([[{ scope: 'mine', kind: 'columns', platform: '', id: 'cases' }, { columns: ['b'] }]])
})
