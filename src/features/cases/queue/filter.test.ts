import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEARCH_FIELDS, SERVICES, STATUS_FILTERS } from '#contract/model/values.ts'
import { splitPrivate } from '#src/features/lists/filter.ts'
import { fieldLabel } from '#src/format/field-table.ts'
import { caseFilter, DEFAULT_FILTER, outsideOf, readFilter, searchLabel, toQuery, type CaseFilter } from './filter.ts'

const address = (filter: CaseFilter) => splitPrivate(caseFilter.differing(filter), caseFilter.privates)

const filters = fc.record({
  status: fc.constantFrom(...STATUS_FILTERS),
  service: fc.uniqueArray(fc.constantFrom(...SERVICES)),
  search: fc.string(),
  customerName: fc.string(),
  user: fc.stringMatching(/^[a-z]{0,8}$/),
  timeS: fc.constantFrom('', '2026-01-02'),
})

describe('readFilter', () => {
  it('reads an invalid field as "any" and an invalid status as new', () => {
    expect(
      readFilter({ status: 'nonsense', service: 'p2p', countries: ['Canada'], timeS: 'yesterday', page: 3 }),
    ).toEqual(DEFAULT_FILTER)
    expect(readFilter(null)).toEqual(DEFAULT_FILTER)
  })
})

describe('the address', () => {
  it('never holds typed text, and gives the rest back', () => {
    fc.assert(
      fc.property(filters, (raw) => {
        const filter = readFilter(raw)
        const { open, typed } = address(filter)
        expect(Object.keys(open)).not.toContain('search')
        expect(Object.keys(open)).not.toContain('customerName')
        expect(readFilter({ ...open, ...typed })).toEqual(filter)
      }),
    )
  })

  it('is empty for the default', () => {
    expect(address(DEFAULT_FILTER)).toEqual({ open: {}, typed: {} })
    expect(caseFilter.active(DEFAULT_FILTER)).toEqual([])
  })
})

describe('a range', () => {
  it('names an end before the start, and keeps both', () => {
    const filter = readFilter({ timeS: '2026-05-02', timeE: '2026-05-01' })
    expect(filter).toMatchObject({ timeS: '2026-05-02', timeE: '2026-05-01' })
    expect(caseFilter.faultOf('timeE', filter)).toBe('To 2026-05-01 is before From 2026-05-02.')
    expect(caseFilter.faultOf('timeE', readFilter({ timeE: '2026-05-01' }))).toBeUndefined()
  })
})

describe('outsideOf', () => {
  it('widens the status alone, where something else narrows the queue too', () => {
    expect(outsideOf(DEFAULT_FILTER)).toBeNull()
    expect(outsideOf(readFilter({ status: 'await' }))).toBeNull()
    expect(outsideOf(readFilter({ status: '', search: 'acme' }))).toBeNull()
    expect(outsideOf(readFilter({ search: 'acme', user: 'ada' }))).toEqual(
      readFilter({ status: '', search: 'acme', user: 'ada' }),
    )
  })
})

describe('toQuery', () => {
  it('maps the status and sends only set fields', () => {
    expect(toQuery(readFilter({ status: 'str', search: 'acme', timeE: '2026-01-31', assign: '1' }), 'paxum')).toEqual({
      platform: 'paxum',
      'status[]': ['complete', 'str'],
      recommendedStr: '1',
      withoutAssign: '1',
      search: 'acme',
      'searchFields[]': ['ALL'],
      'date[]': ['1970-01-01 00:00:00', '2026-01-31 23:59:59'],
    })
  })
})

it('labels search fields as the table of fields does', () => {
  expect(SEARCH_FIELDS.map(searchLabel)).toEqual(SEARCH_FIELDS.map(fieldLabel))
})
