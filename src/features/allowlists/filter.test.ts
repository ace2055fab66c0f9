import { expect, it } from 'vitest'
import { NO_FILTER } from './allowlists.ts'
import { allowlistFilter, toQuery } from './filter.ts'
import { listHref } from './links.ts'

const { read } = allowlistFilter

it('reads valid values of an address, and nothing else', () => {
  const raw = { rule: 12, customerId: 'C-1', from: '2026-02-30x', to: '2026-03-01', expiry: 'ending', other: '1' }
  expect(read(raw)).toEqual({
    search: '',
    rule: '12',
    customerId: 'C-1',
    from: '',
    to: '2026-03-01',
    expiry: 'ending',
  })
  expect(read({ rule: 'x', customerId: 'a b', expiry: 'soon' })).toEqual(NO_FILTER)
})

it('never puts typed text into the address', () => {
  const filter = { ...NO_FILTER, search: 'Acme', rule: '3' }
  expect(allowlistFilter.active(filter)).toEqual(['search', 'rule'])
  expect(listHref('paxum', filter)).toBe('/admin/paxum/allowlists?rule=%223%22')
})

it('asks for whole days, open at the missing end', () => {
  expect(toQuery(NO_FILTER, 'paxum')).toEqual({ platform: 'paxum' })
  expect(toQuery({ ...NO_FILTER, search: ' a ', from: '2026-01-01' }, 'paxum')).toEqual({
    platform: 'paxum',
    search: 'a',
    'date[]': ['2026-01-01 00:00:00', '9999-12-31 23:59:59'],
  })
})
