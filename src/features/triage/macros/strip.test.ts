import { expect, test } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import { DEFAULT_MACROS } from '#src/features/templates/defaults.ts'
import { bind } from '#src/features/templates/template-store.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'
import { closingStrip, stripOf } from './strip.ts'

const rowOf = (ruleType: string) => caseRow({ alerts: [alertRow({ ruleType })] })
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

test('without own templates the keys are the built-in ones, for every rule', () => {
  expect(titles(step, rowOf('account_velocity'), bind([], []))).toEqual(defaults)
})

test('a template for the rule type takes the last place that is not pinned and gives the same disposition', () => {
  const own = [
    template('Mule', { ruleTypes: ['account_velocity'] }),
    template('Stop it', { use: 'reject', ruleTypes: ['account_velocity'] }),
  ]
  const book = bind([...own, template('Pinned')], [macro('8', 'Pinned')])
  expect(titles(step, rowOf('account_velocity'), book)).toEqual([
    ...defaults.slice(0, 6),
    '7 Mule',
    '8 Pinned',
    '9 Stop it',
  ])
  expect(titles(step, rowOf('limit_transaction'), book)).toEqual([...defaults.slice(0, 7), '8 Pinned', defaults[8]])
  expect(
    stripOf(step, rowOf('account_velocity'), book)
      .filter(({ isSuggested }) => !isSuggested)
      .map(({ key }) => key),
  ).toEqual(['8'])
})

test('a key whose template is for other rules is refused with a message, and stays at its place', () => {
  const book = bind([template('Mule', { ruleTypes: ['account_velocity'] })], [macro('2', 'Mule')])
  const at2 = (ruleType: string) => stripOf(step, rowOf(ruleType), book)[1]
  expect(at2('account_velocity')).toMatchObject({ title: 'Mule', against: null })
  expect(at2('limit_transaction')).toMatchObject({ title: 'Mule', against: 'Not for this rule' })
})

test('a case awaiting an STR decision has no digits: a digit closes an alert, on every step', () => {
  const whole = { rowId: 'PX1', alertId: null }
  const decided = caseRow({ alerts: [alertRow({ status: 'resolved' })] })
  expect(stripOf(whole, decided)).toEqual([])
})

test('a digit has one meaning on every kind of alert, and SAR is on none', () => {
  const [transaction, account] = [closingStrip('transaction', undefined), closingStrip('account', undefined)]
  for (const { key, note, title } of account) {
    const other = transaction.find((macro) => macro.key === key)
    expect([key, other?.title, other?.note.reason]).toEqual([key, title, note.reason])
  }
  expect(account.some(({ act }) => act === 'account-sar')).toBe(false)
})

test('the digits that close the case with its last alert say so', () => {
  const closing = (row: CaseItem) => stripOf(step, row).flatMap(({ key, closesCase }) => (closesCase ? key : []))
  const open = alertRow()
  expect(closing(caseRow({ alerts: [open] }))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  expect(closing(caseRow({ alerts: [open, alertRow({ id: '2' })] }))).toEqual([])
})
