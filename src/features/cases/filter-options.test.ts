import { expect, it } from 'vitest'
import { SEARCH_FIELDS } from '#contract/model/values.ts'
import { fieldLabel } from '#src/format/field-table.ts'
import { searchLabel } from './filter-options.ts'

it('labels search fields as the table of fields does', () => {
  expect(SEARCH_FIELDS.map(searchLabel)).toEqual(SEARCH_FIELDS.map(fieldLabel))
})
