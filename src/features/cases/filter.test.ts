import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SERVICES, STATUS_FILTERS } from '#contract/model/values.ts'
import { splitPrivate } from '#src/features/lists/filter.ts'
import { caseFilter, DEFAULT_FILTER, readFilter, toQuery, type CaseFilter } from './filter.ts'

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
  it('takes what it cannot read as "any" and the status as new', () => {
    expect(
      readFilter({ status: 'nonsense', service: 'p2p', countries: ['Canada'], timeS: 'yesterday', page: 3 }),
    ).toEqual(DEFAULT_FILTER)
    expect(readFilter(null)).toEqual(DEFAULT_FILTER)
  })
})

describe('the address', () => {
  it('never holds what somebody typed, and gives the rest back', () => {
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

describe('toQuery', () => {
  it('maps the status and sends only what is set', () => {
    expect(toQuery(readFilter({ status: 'str', search: 'acme', timeE: '2026-01-31', assign: '1' }), 'paxum')).toEqual({
      platform: 'paxum',
      'status[]': ['complete'],
      recommendedStr: '1',
      withoutAssign: '1',
      search: 'acme',
      'searchFields[]': ['ALL'],
      'date[]': ['1970-01-01 00:00:00', '2026-01-31 23:59:59'],
    })
  })
})
