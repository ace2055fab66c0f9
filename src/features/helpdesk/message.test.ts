import { describe, expect, it } from 'vitest'
import {
  firstNamed,
  NO_MESSAGE,
  recipientOf,
  replyFault,
  senderOf,
  ticketBodyOf,
  ticketFault,
  type MessageOptions,
} from './message.ts'

const desk: MessageOptions = {
  contacts: [
    { name: 'Ada', email: 'ada@x.example' },
    { name: 'Ada', email: 'old@x.example' },
  ],
  addresses: [{ email: 'compliance@p.example' }, { email: 'kyc@p.example' }],
  teams: [{ id: 'compliance', name: 'Compliance' }],
}
const alone: MessageOptions = { ...desk, contacts: [] }
const reply = { ...NO_MESSAGE, from: 'kyc@p.example', to: 'ada@x.example', text: 'Thank you.' }
const ticket = { ...NO_MESSAGE, subject: 'Your payment', team: 'compliance', to: 'ada@x.example', text: 'Why?' }
const out = (from: string, to: string) => ({ direction: 'out' as const, from, to })
const back = (from: string, to: string) => ({ direction: 'in' as const, from, to })

describe('templates that rules name', () => {
  it('come first, in the order of the rule, each once; deleted ones are left out', () => {
    const all = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    expect(firstNamed(all, ['c', 'gone', 'b', 'c']).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(firstNamed(all, [])).toEqual(all)
  })
})

describe('a reply', () => {
  it('without a recipient is not sent, and says why', () => {
    expect(replyFault({ ...reply, to: '' }, desk)).toMatch(/choose a recipient/)
    expect(replyFault({ ...reply, to: '' }, alone)).toMatch(/this customer has no e-mail address/)
    expect(replyFault({ ...reply, to: 'eve@x.example' }, desk)).toMatch(/eve@x\.example is no longer an address/)
  })
  it('without a sender address or a text is not sent', () => {
    expect(replyFault({ ...reply, from: 'me@home.example' }, desk)).toMatch(/written from/)
    expect(replyFault({ ...reply, text: ' \n' }, desk)).toMatch(/write what it says/)
    expect(replyFault(reply, desk)).toBeNull()
  })
  it('goes to the last sender, from the address that was written to', () => {
    const thread = [out('compliance@p.example', 'ada@x.example'), back('old@x.example', 'kyc@p.example')]
    expect([recipientOf(thread, desk), senderOf(thread, desk)]).toEqual(['old@x.example', 'kyc@p.example'])
  })
  it('uses only current addresses of the customer and of the team, else none', () => {
    const thread = [out('compliance@p.example', 'ada@x.example'), back('gone@x.example', 'gone@p.example')]
    expect([recipientOf(thread, desk), senderOf(thread, desk)]).toEqual(['ada@x.example', 'compliance@p.example'])
    expect([recipientOf([], desk), recipientOf(thread, alone)]).toEqual(['ada@x.example', ''])
  })
})

describe('a ticket', () => {
  it.each([
    ['without a recipient', { to: '' }, /choose a recipient/],
    ['to no team', { team: 'nobody' }, /choose the team/],
    ['without a subject', { subject: ' ' }, /subject/],
    ['without a word', { text: '' }, /write what it says/],
  ])('is not opened %s', (_, part, why) => expect(ticketFault({ ...ticket, ...part }, desk)).toMatch(why))

  it('is sent in the ticket system’s spelling, with its case where there is one', () => {
    expect(ticketFault(ticket, desk)).toBeNull()
    const on = { caseId: 'PX7', uuid: 'u-7', transactionId: '7' }
    const body = {
      teamId: 'compliance',
      subject: 'Your payment',
      description: 'Why?',
      contact: { email: 'ada@x.example' },
      customer_id: '3',
    }
    expect(ticketBodyOf(ticket, { customerId: '3', on })).toEqual({ ...body, case_uuid: 'u-7', transactionId: '7' })
    expect(ticketBodyOf(ticket, { customerId: '3', on: null })).toEqual(body)
  })
})
