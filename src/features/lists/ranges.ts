/** Ranges of numbers in a filter: two fields, `amountFrom` and `amountTo`. */
import * as z from 'zod/mini'

/** One end, as text; an address may have it as a number. */
export const rangeEnd = z.catch(
  z.pipe(
    z.transform((raw) => (typeof raw === 'number' ? String(raw) : raw)),
    z.string().check(z.regex(/^(\d{1,15}(\.\d{1,8})?)?$/)),
  ),
  '',
)

const UNITS: Readonly<Record<string, string>> = { amount: ' USD', age: ' days' }

/** "amount from 100 USD", "age to 3 days"; undefined for what is no end of a range. */
export function rangeChip(field: string, filter: object): string | undefined {
  const [, name, end] = /^(amount|risk|age)(From|To)$/.exec(field) ?? []
  const value = (filter as Record<string, unknown>)[field]
  return name && `${name} ${end?.toLowerCase()} ${String(value)}${UNITS[name] ?? ''}`
}

/** The range's query parameters; none if neither end is set. */
export const between = <const Name extends string>(name: Name, from: string, to: string) =>
  ((from || to) && { [name]: [from, to] }) as '' | { [N in Name]?: string[] }
