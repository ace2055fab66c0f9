import { expect, test } from 'vitest'
import type { TemplateValue } from '#contract/model/template.ts'
import { bind } from '#src/features/templates/book.ts'
import { DEFAULT_MACROS } from '#src/features/templates/defaults.ts'
import { stripOf } from './strip.ts'

const step = { rowId: 'PX1', alertId: '1' }
const template = (id: string, part: Partial<TemplateValue> = {}) => ({
  scope: 'mine' as const,
  id,
  isUnsent: false,
  refused: null,
  value: { title: id, revision: 1, gist: '', body: 'x', use: 'resolve', ruleTypes: [], evidence: [], ...part },
})
const macro = (key: string, templateId: string) => ({ ...template(key), value: { title: templateId, templateId } })
const titles = (...args: Parameters<typeof stripOf>) => stripOf(...args).map(({ key, title }) => `${key} ${title}`)
const defaults = DEFAULT_MACROS.transaction.map(({ key, title }) => `${key} ${title}`)

test('without anything of one’s own the keys are the built-in ones, for every rule', () => {
  expect(titles(step, 'account_velocity', bind([], []))).toEqual(defaults)
})

test('a template for the type of rule takes the last place that is not pinned and decides the same way', () => {
  const own = [
    template('Mule', { ruleTypes: ['account_velocity'] }),
    template('Stop it', { use: 'reject', ruleTypes: ['account_velocity'] }),
  ]
  const book = bind([...own, template('Pinned')], [macro('8', 'Pinned')])
  expect(titles(step, 'account_velocity', book)).toEqual([...defaults.slice(0, 6), '7 Mule', '8 Pinned', '9 Stop it'])
  expect(titles(step, 'limit_transaction', book)).toEqual([...defaults.slice(0, 7), '8 Pinned', defaults[8]])
  expect(
    stripOf(step, 'account_velocity', book)
      .filter(({ isSuggested }) => !isSuggested)
      .map(({ key }) => key),
  ).toEqual(['8'])
})

test('a key whose template is for other rules is refused with a word, and stays where it is', () => {
  const book = bind([template('Mule', { ruleTypes: ['account_velocity'] })], [macro('2', 'Mule')])
  const at2 = (ruleType: string) => stripOf(step, ruleType, book)[1]
  expect(at2('account_velocity')).toMatchObject({ title: 'Mule', against: null })
  expect(at2('limit_transaction')).toMatchObject({ title: 'Mule', against: 'Not for this rule' })
})
