import { expect, test } from 'vitest'
import type { RuleItem } from '#contract/model/rules/rule.ts'
import { falsePositives, sorted } from './sort.ts'

const rule = (id: string, day: string): RuleItem => ({
  id,
  name: `Rule ${id}`,
  type: 'transaction',
  platform: 'paxum',
  revisionId: '1',
  lastUpdate: { date: `2026-01-${day} 00:00:00`, timezone: 'UTC' },
  isDeleted: false,
  author: 'Ines',
})
const rows = [rule('1', '01'), rule('2', '03'), rule('3', '02')]
const of = (ruleId: string, alerts: number, strs: number, cleared: number, open: number) =>
  [ruleId, { ruleId, alerts, strs, cleared, open, allowlists: 0 }] as const
const figures = new Map([of('1', 5, 1, 3, 1), of('2', 9, 0, 0, 9)])
const order = (sort: Parameters<typeof sorted>[1]) => sorted(rows, sort, figures).map(({ id }) => id)

test('rules are sorted by their results, those without alerts last', () => {
  expect(order('name')).toEqual(['1', '2', '3'])
  expect(order('alerts')).toEqual(['2', '1', '3'])
  expect(order('strs')).toEqual(['1', '2', '3'])
  expect(order('open')).toEqual(['2', '1', '3'])
  expect(order('changed')).toEqual(['2', '3', '1'])
  expect(order('falsePositives')).toEqual(['1', '2', '3'])
  expect([falsePositives(figures.get('1')), falsePositives(figures.get('2'))]).toEqual([0.75, null])
})
