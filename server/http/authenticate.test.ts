import { expect, test } from 'vitest'
import { eachCall } from '#contract/table.ts'
import { readAddress } from './authenticate.ts'

const ENDS = ['\r\n', '\n', '\u0000', '\u0085', '\u2028', '\t\v']

test('no text of a path or query has an end of line, whatever the call', () => {
  for (const [name, { path, query = {} }] of eachCall()) {
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param)
    for (const end of ENDS) {
      const sent = new URLSearchParams(
        Object.keys(query).flatMap((field) => [
          [field, `a${end}b`],
          [field, `c${end}d`],
        ]),
      )
      const { params: own, query: read } = readAddress(
        new Request(`http://localhost/?${sent}`),
        Object.fromEntries(params.map((param) => [param, `a${end}b`])),
      )
      expect(JSON.stringify([own, read]), name).not.toMatch(/\\[rntbfv]|\\u00|\u2028|\u0085/)
    }
  }
})

test('the rest of a text is as it came', () => {
  const { query } = readAddress(new Request('http://localhost/?q=a%0Ab%20%25&list[]=x%09y&list[]=z'), {})
  expect(query).toEqual({ q: 'a b %', 'list[]': ['x y', 'z'] })
})
