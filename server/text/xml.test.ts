import { expect, test } from 'vitest'
import { allOf, attributeOf, readXmlElements, textOf, type Element } from './xml.ts'

const all = (text: string, ...names: string[]) => {
  const found: [Element, readonly string[]][] = []
  return { ...readXmlElements(text, new Set(names), (element, around) => found.push([element, around])), found }
}

test.each([
  ['an entity of another file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /document type/],
  ['entities that grow', '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>', /document type/],
  ['a document type alone', '<!DOCTYPE a SYSTEM "a.dtd"><a/>', /document type/],
  ['an unknown entity', '<a>&x;</a>', /not the XML of a list/],
  ['very many elements inside each other', '<a>'.repeat(10_000), /more than 100 elements/],
  ['the end missing', '<a><b>', /not the XML/],
  ['no XML', 'a,b\n1,2', /not the XML/],
])('XML with %s is refused', (_, text, message) => {
  expect(() => all(text, 'b')).toThrow(message)
})

test('elements are handed over whole, with what is around them and without prefixes', () => {
  const { root, found } = all(
    '<x:r xmlns:x="u"><x:g><x:e k="1"><x:t> a &amp; &#xD8; <![CDATA[<b>]]></x:t></x:e></x:g></x:r>',
    'e',
  )
  expect(root).toBe('r')
  const [[element, around] = []] = found
  expect([textOf(element, 't'), attributeOf(element, 'k'), around]).toEqual(['a & Ø <b>', '1', ['r', 'g']])
})

test('elements and attributes that no reader uses are named', () => {
  const text = '<r><e k="1" x="2"><a>1</a><a>2</a><b><c>3</c></b><d/></e><e><b><c/></b></e></r>'
  const { unread } = readXmlElements(text, new Set(['e']), (element) => {
    attributeOf(element, 'k')
    allOf(element, 'b')
  })
  expect(unread.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'e/@x', count: 1 },
    { name: 'e/a', count: 2 },
    { name: 'e/b/c', count: 1 },
  ])
})
