import { expect, test } from 'vitest'
import { SEARCH_FIELDS } from '#contract/model/values.ts'
import { searchLine, searchText } from './case-search.ts'

test('each searchable field has a line of its own, whatever its content', () => {
  const lines = searchText({ clientName: 'Ana\nMaría  LÓPEZ', transactionId: 'TX1', senderUsername: null }).split('\n')
  expect(lines).toEqual(['tx1', '', 'ana maría lópez', '', '', '', '', '', '', ''])
  expect(lines[searchLine('clientName') - 1]).toBe('ana maría lópez')
  expect(lines).toHaveLength(SEARCH_FIELDS.length)
})
