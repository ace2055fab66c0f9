import { expect, test } from 'vitest'
import { bodyText } from './body-text.ts'

test.each(['<a>', '</b><a>', '<a></b>', '<table><tr><td>', '<li><ul>', '<b></i>'])(
  'a page that opens %s without an end is read up to where too much is open, and says so',
  (token) => {
    const { text, isCut } = bodyText('', `<p>It was for my rent.</p>${token.repeat(50_000)}`)
    expect([text.startsWith('It was for my rent.'), isCut]).toEqual([true, true])
  },
)

test('a page of many paragraphs, cells and lines that are not ended is read whole', () => {
  const { text, isCut } = bodyText('', `<table>${'<tr><td><p>a<br>'.repeat(9000)}</table><p>The end.`)
  expect([text.endsWith('The end.'), isCut]).toEqual([true, false])
})
