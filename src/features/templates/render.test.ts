import fc from 'fast-check'
import { expect, it } from 'vitest'
import { render } from './render.ts'

it('leaves a slot where a value is missing, never an invented word', () => {
  expect(
    render('Saw {{amount}} by {{customer.name}}: {{?reason}}', { amount: '5.00 USD', 'customer.name': undefined }),
  ).toEqual({
    text: 'Saw 5.00 USD by [customer.name]: [reason]',
    slots: [
      { prompt: 'customer.name', start: 16, end: 31 },
      { prompt: 'reason', start: 33, end: 41 },
    ],
  })
})

it('ends a sentence once where its last value ends with a full stop', () => {
  const facts = { 'counterparty.name': 'Vertex S.R.L.' }
  expect(render('Paid {{counterparty.name}}. Seen {{counterparty.name}} twice.', facts).text).toBe(
    'Paid Vertex S.R.L. Seen Vertex S.R.L. twice.',
  )
})

it('keeps text around placeholders, and labels each slot', () => {
  const piece = fc.string().filter((s) => !/[{}]/.test(s))
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.stringMatching(/^[a-z]{1,6}$/))), piece, (parts, tail) => {
      const body = parts.map(([text, name]) => `${text}{{?${name}}}`).join('') + tail
      const { text, slots } = render(body, {})
      expect(text).toBe(parts.map(([words, name]) => `${words}[${name}]`).join('') + tail)
      expect(slots.map((slot) => text.slice(slot.start, slot.end))).toEqual(parts.map(([, name]) => `[${name}]`))
    }),
  )
})
