import { beforeEach, expect, it } from 'vitest'
import { readRedirect, storeAddPanel, takeAddPanel } from './add-panel.ts'

beforeEach(() => localStorage.clear())

it('is read from a link that names a transaction and its direction', () => {
  const read = (text: string) => readRedirect(new URLSearchParams(text))
  expect(read('transactionId=7&transactionDirection=incoming')).toEqual({ search: '7', type: 'incoming', platform: '' })
  expect([read('transactionId=7'), read('transactionDirection=incoming'), read('')]).toEqual([null, null, null])
})

it('is taken once, by the list of its platform', () => {
  const panel = { search: '7', type: 'incoming', platform: 'paydek' }
  storeAddPanel(panel)
  expect([takeAddPanel('paydek'), takeAddPanel('paydek')]).toEqual([panel, null])
})

it('is gone once another list has opened', () => {
  storeAddPanel({ search: '7', type: 'incoming', platform: 'paydek' })
  expect([takeAddPanel('paxum'), takeAddPanel('paydek')]).toEqual([null, null])
})
