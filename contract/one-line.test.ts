// Names, titles and subjects have one line, in every call that takes one.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eachCall } from './table.ts'

/** Fields of one line, wherever a call takes them. */
const ONE_LINE = new Set(['name', 'title', 'subject', 'label', 'gist', 'firstName', 'lastName'])

const fields = [...eachCall()].flatMap(([call, { body }]) => {
  const { shape = {} } = (body ?? {}) as { shape?: Record<string, z.ZodMiniType> }
  return Object.entries(shape).flatMap(([field, schema]) =>
    ONE_LINE.has(field) ? [[call, field, schema] as const] : [],
  )
})

test('such fields are found', () => {
  expect(fields.length).toBeGreaterThan(8)
})

test.each(fields)('%s flattens or refuses %s', (_, __, schema) => {
  for (const end of ['\r\n', '\n', '\u0000', '\u0085', '\u2028', '\t\v']) {
    expect(z.safeParse(schema, `Ada${end}Bcc`).data, JSON.stringify(end)).toBeOneOf(['Ada Bcc', undefined])
  }
})
