import { expect, it } from 'vitest'
import { isWorthReturningTo } from './remembered-path.ts'

it.each([
  '',
  '/',
  '/?t=1',
  '//evil.example',
  'https://evil.example',
  '/authorize?accessToken=x',
  '/logout',
  '/notFound',
])('does not return to %j', (href) => expect(isWorthReturningTo(href)).toBe(false))

it.each([
  '/admin/paxum/cases/',
  '/admin/paxum/case/PX1?tab=flow',
  '/open-doc/1',
  '/redirect?transactionId=1&transactionDirection=incoming',
])('returns to %j', (href) => expect(isWorthReturningTo(href)).toBe(true))
