/** The fault of a field, as text for the user: the validator's messages are technical. */
import * as z from 'zod/mini'

/** The request for input in an empty text field. */
const PROMPTS: Readonly<Record<string, string>> = {
  note: 'Enter a note',
  comment: 'Enter a comment',
  name: 'Enter a name',
  title: 'Enter a title',
  subject: 'Enter a subject',
  content: 'Enter a message',
  description: 'Enter a description',
  body: 'Enter a text',
  message: 'Enter a message',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
  date: 'a date',
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'is not a date: YYYY-MM-DD',
  datetime: 'is not a date and time of ISO 8601',
  email: 'is not an e-mail address',
  url: 'is not an address',
}

/** The maximum number of named values. */
const NAMED = 20

/** Makes these the messages of all checks of this process. */
export function usePlainMessages(): void {
  z.config({ localeError: messageOf })
}

function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return promptOf(issue) ?? 'is missing'
      return `must be ${TYPES[issue.expected] ?? 'something else'}`
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin !== 'number' && issue.origin !== 'int'
        ? (promptOf(issue) ?? 'must not be empty')
        : `must be at least ${amountOf(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must be at most ${amountOf(issue.origin, issue.maximum)}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'does not have the right form'
    case 'invalid_value':
      return `must be one of ${issue.values.slice(0, NAMED).map(String).join(', ')}${issue.values.length > NAMED ? ', …' : ''}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `does not take ${issue.keys.slice(0, NAMED).join(', ')}`
    case 'invalid_union':
      return 'has none of the forms it may have'
    default:
      return 'is not valid'
  }
}

function promptOf({ path }: z.core.$ZodRawIssue): string | undefined {
  const field = path?.at(-1)
  return typeof field === 'string' && Object.hasOwn(PROMPTS, field) ? PROMPTS[field] : undefined
}

function amountOf(origin: string, amount: unknown): string {
  if (origin === 'string') return `${String(amount)} characters long`
  if (origin === 'array' || origin === 'set') return `${String(amount)} entries long`
  return String(amount)
}
