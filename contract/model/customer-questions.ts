/** The library of forms that customers are asked for: what each asks, and what an answer to it is. */
import * as z from 'zod/mini'
import type { CustomerFormType } from './ticket.ts'

const question = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'choice', 'amount', 'date', 'yesNo']),
  isRequired: z.boolean(),
  /** Of a choice. */
  choices: z.optional(z.array(z.string())),
})
export type CustomerQuestion = z.infer<typeof question>

/** The questions of a form when the customer was asked: a later change of the library changes no form. */
export const formTemplate = z.object({
  /** In a sentence or two, what it is for and what proves it. */
  intro: z.string(),
  questions: z.array(question),
  isFileRequired: z.boolean(),
})
export type FormTemplate = z.infer<typeof formTemplate>

const ask =
  (kind: CustomerQuestion['kind'], isRequired = true) =>
  (id: string, label: string, choices?: readonly string[]): CustomerQuestion => ({
    id,
    label,
    kind,
    isRequired,
    ...(choices && { choices: [...choices] }),
  })
const text = ask('text')
const choice = ask('choice')
const amount = ask('amount')
const date = ask('date')
const yesNo = ask('yesNo')
const ifAny = ask('text', false)

export const FORM_TEMPLATES: Readonly<Record<CustomerFormType, FormTemplate>> = {
  source_of_funds: {
    intro: 'Tell us where the money in your account comes from, with proof.',
    questions: [
      choice('source', 'Where does it come from?', [
        'Salary or pension',
        'Own business',
        'Sale of a property',
        'Inheritance or gift',
        'Savings or investments',
        'Loan',
        'Something else',
      ]),
      text('explanation', 'Tell us more: from whom, for what, and why it came to this account.'),
      amount('amount', 'How much of it is it, in US dollars?'),
      date('since', 'Since when do you have it, or when did you receive it?'),
      ifAny('bank', 'From which bank and country was it paid in?'),
    ],
    isFileRequired: true,
  },
  source_of_wealth: {
    intro: 'Tell us how you came by what you own, with proof.',
    questions: [
      text('origin', 'How did you come by what you own?'),
      amount('total', 'What is it worth altogether, in US dollars?'),
      amount('income', 'What do you earn in a year, in US dollars?'),
      ifAny('occupation', 'What do you do for a living, and for whom?'),
    ],
    isFileRequired: true,
  },
  expected_activity: {
    intro: 'Tell us what you will use your account for.',
    questions: [
      text('purpose', 'What will you use the account for?'),
      amount('incoming', 'How much do you expect to receive in a month, in US dollars?'),
      amount('outgoing', 'How much do you expect to send in a month, in US dollars?'),
      text('countries', 'From which and to which countries?'),
      yesNo('cash', 'Will cash be paid in or out?'),
      ifAny('parties', 'With whom will you do most of it?'),
    ],
    isFileRequired: false,
  },
  beneficial_owners: {
    intro:
      'Name everybody who owns or controls a quarter of your company or more, and add an extract from the register.',
    questions: [
      text('owners', 'Each owner’s name, date of birth, country of residence and share'),
      text('control', 'Who decides, and how: by votes, by contract, or as a director?'),
      yesNo('changed', 'Did this change in the last twelve months?'),
      ifAny('exposed', 'Who of them holds, or held, a public office, and which?'),
    ],
    isFileRequired: true,
  },
  identity_update: {
    intro: 'Send a copy of a valid passport, identity card or driving licence: every side of it, in colour.',
    questions: [
      choice('kind', 'Which document is it?', ['Passport', 'Identity card', 'Driving licence']),
      date('expires', 'Until when is it valid?'),
      ifAny('moved', 'Did your name or address change? If so, how?'),
    ],
    isFileRequired: true,
  },
}

/** How long an answer may be. */
export const ANSWER_MAX = 2000
const AMOUNT = /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,2})?$/

/** The fault of an answer, as text for the customer; null if there is none. */
export function answerFault({ kind, isRequired, choices = [] }: CustomerQuestion, answer: string): string | null {
  if (answer === '') return isRequired ? 'Answer this question.' : null
  if (answer.length > ANSWER_MAX) return `Answer in at most ${ANSWER_MAX.toLocaleString('en')} characters.`
  switch (kind) {
    case 'choice':
      return choices.includes(answer) ? null : 'Choose one of the answers.'
    case 'yesNo':
      return answer === 'Yes' || answer === 'No' ? null : 'Answer yes or no.'
    case 'amount':
      return AMOUNT.test(answer) ? null : 'Give an amount, such as 1,500.00.'
    case 'date':
      return isDay(answer) ? null : 'Give a day of the calendar, as year, month and day.'
    default:
      return null
  }
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
