import { expect, it } from 'vitest'
import { SEARCH_FIELDS } from '#contract/model/values.ts'
import { fieldLabel } from '#src/format/field-table.ts'
import { searchLabel } from './filter-options.ts'

it('calls the searched fields what the table of fields calls them', () => {
  expect(SEARCH_FIELDS.map(searchLabel)).toEqual(SEARCH_FIELDS.map(fieldLabel))
})
