import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answered, begunSnippet, insertTemplateText, openSlot, ownText } from './note-editing.ts'

it('a snippet begins at the start of a line or after a space, and nowhere else', () => {
  const at = (text: string) => begunSnippet(text, text.length)
  expect(at(';')).toEqual({ from: 0, query: '' })
  expect(at('Seen. ;fit')).toEqual({ from: 6, query: 'fit' })
  expect(at('one\n;2')).toEqual({ from: 4, query: '2' })
  expect(['a;', 'see; note', '; ', ';;', ''].map(at)).toEqual([null, null, null, null, null])
})

it('replaces the typed text and goes to the first empty slot', () => {
  const note = { text: 'Seen. ;fi rest', prompts: [] }
  const { note: next, select } = insertTemplateText(note, [6, 9], 'Of {{amount}} by {{customer.name}}', {
    amount: '5 USD',
  })
  expect(next).toEqual({
    text: 'Seen. Of 5 USD by [customer.name] rest',
    prompts: ['customer.name'],
    literals: ['Of 5 USD by'],
  })
  expect(next.text.slice(...select)).toBe('[customer.name]')
  expect(insertTemplateText(note, [6, 9], 'Fits.', {}).select).toEqual([11, 11])
})

it('cycles through the slots, and ignores the user’s own brackets', () => {
  const note = { text: 'As [sic] said: [why], [who], [why]', prompts: ['why', 'who'] }
  const starts: number[] = []
  for (let from = 0, n = 0; n < 4; n++) {
    const slot = openSlot(note, from)!
    starts.push(slot.start)
    from = slot.end
  }
  expect(starts).toEqual([15, 22, 29, 15])
  expect(openSlot({ ...note, text: 'As [sic] said' })).toBeNull()
})

it('never leaves a placeholder or the text "undefined"', () => {
  const name = fc.constantFrom('amount', 'customer.name', '?why', 'no.such')
  const facts = fc.dictionary(fc.constantFrom('amount', 'customer.name'), fc.constantFrom('', 'X', '  '))
  fc.assert(
    fc.property(fc.array(name), facts, (names, known) => {
      const body = names.map((one) => `a {{${one}}}`).join(' ')
      const { note } = insertTemplateText({ text: '', prompts: [] }, [0, 0], body, known)
      expect(note.text).not.toMatch(/undefined|null|\{\{/)
      const isOpen = names.some((one) => !(known[one] ?? '').trim())
      expect(openSlot(note) !== null).toBe(isOpen)
    }),
  )
})

it('template text does not count as the analyst’s own words', () => {
  const note = { text: 'Why: ;x', prompts: [] }
  const { note: next } = insertTemplateText(note, [5, 7], 'Paid to {{?whom}} on {{date}}.', { date: '2026-03-01' })
  expect(ownText(next).trim()).toBe('Why:')
  expect(ownText({ ...next, text: next.text.replace('[whom]', 'a landlord') }).split(/\s+/)).toEqual([
    'Why:',
    'a',
    'landlord',
    '',
  ])
})

it('finds which of the six questions a note answers', () => {
  const of = (text: string) =>
    Object.entries(answered(text, { 'customer.name': 'Acme Ltd' }))
      .filter(([, is]) => is)
      .map(([aspect]) => aspect)
      .join(' ')
  expect(of('ok')).toBe('')
  expect(of('Acme Ltd')).toBe('who')
  expect(of('Acme Ltd sent 5,000.00 USD to Spain on 2026-03-01 because of an invoice we checked.')).toBe(
    'who what where when why how',
  )
})
