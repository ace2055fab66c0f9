import { expect, test } from 'vitest'
import { SEARCH_FIELDS } from '#contract/model/values.ts'
import { searchLine, searchText } from './case-search.ts'

test('each searchable field has a line of its own, whatever its content', () => {
  const lines = searchText('PXTX1', { clientName: 'Ana\nMaría  LÓPEZ', senderUsername: null }).split('\n')
  expect(lines).toEqual(['pxtx1', '', 'anamarialopez', '', '', '', '', '', '', ''])
  expect(lines[searchLine('clientName') - 1]).toBe('anamarialopez')
  expect(lines).toHaveLength(SEARCH_FIELDS.length)
})
