/** Prints in a process of its own, one form after the other: laying a long form out takes seconds. */
import type { Stamp } from '#contract/model/common.ts'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ReaderFault, ReaderPool, type Limits } from '#server/readers/pool.ts'
import { reader } from '#server/readers/reader.ts'
import type * as print from './print.ts'

/** Prints that may wait; more are told their place instead of waiting beyond the patience of browsers and proxies. */
const LINE = 2
const PRINTS = new ReaderPool({ size: 1, line: LINE })
const LIMITS: Limits = { cpuMs: 30_000, memoryMib: 700 }
/** The maximum number of characters that a refusal names. */
const NAMED = 20

export const formPrinter = (limits: Limits = LIMITS) =>
  reader<typeof print, 'printForm'>(new URL('./print.ts', import.meta.url), 'printForm', limits, PRINTS)

/**
 * The form as a PDF. Throws a `Refusal`: 422 where no font has a character of the form, which it names; 503 where too many
 * prints wait, with their number, or where this one takes more than its limits.
 */
export async function printApart(
  form: DocumentForm,
  printed: Stamp,
  limits?: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
  const printForm = formPrinter(limits)
  const before = PRINTS.load
  const made = await printForm({ form, printed }).catch((error: unknown) => {
    throw refusalOf(error, before)
  })
  if ('bytes' in made) return made.bytes
  const names = made.missing.slice(0, NAMED).map((char) => `“${char}” (${numberOf(char)})`)
  const more = made.missing.length > NAMED ? ` and ${made.missing.length - NAMED} more` : ''
  throw new Refusal(
    422,
    `It is not printed, since no font here has ${names.join(', ')}${more}: write it in another way.`,
  )
}

const numberOf = (char: string) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function refusalOf(error: unknown, before: number): unknown {
  if (!(error instanceof ReaderFault)) return error
  if (error.reason === 'busy') {
    const message = `Forms are printed one after the other, and ${before} are before yours: try again in a moment.`
    return new Refusal(503, message, { before }, { 'retry-after': '10' })
  }
  if (error.reason === 'unreadable') return new Error('a form could not be printed', { cause: error })
  return new Refusal(503, 'This form takes too long to print.', undefined, { 'retry-after': '60' })
}
