// A text that a caller sends has one line, wherever it stands in a body, unless it is known to have several.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dataSchema } from '#contract/model/forms/form-field.ts'
import { eachCall } from '#contract/table.ts'

/** Texts that people write at length. */
const MANY_LINES = new Set([
  'auto_reject_note',
  'body',
  'comment',
  'content',
  'description',
  'note',
  'question',
  'quality.reply.text',
  'notices.publish.text',
  'reason',
  'table',
  'tippingOffReason',
  'triggerInfo.text',
])

/** Values that the server looks up or reads itself, and tokens: none has a line end, so that it is refused. */
const LOOKED_UP =
  /(?:Id|Ids|_id|Uuid|_uuid|[tT]oken)$|(?:^|\.)(?:account|backtest|clientTime|configSets|cover|day|device|field|from|fromEmail|ids?|incarnation|kind|operator|opensWith|order|person|platforms?|proof|services|source|ticket|to|version|zohoTemplates|zone|addExclusion\.value|manager\.name|policies\.set\.value|setRate\.key)$/

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  getter?: () => z.ZodMiniType
  options?: z.ZodMiniType[]
  items?: z.ZodMiniType[]
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  innerType?: z.ZodMiniType
  left?: z.ZodMiniType
  right?: z.ZodMiniType
  in?: z.ZodMiniType
}

/** Every text in a schema, at any depth, with the names of the fields that lead to it. */
function textsIn(schema: z.ZodMiniType, path: readonly string[] = [], seen = new Set<unknown>()): Text[] {
  const { def } = (schema as unknown as { _zod: { def: Def } })._zod
  if (def.type === 'string') return [{ path, schema }]
  if (seen.has(schema)) return []
  seen.add(schema)
  const { shape = {}, getter, options = [], items = [], element, valueType, innerType, left, right } = def
  const inner = [element, valueType, innerType, left, right, def.in, getter?.(), ...options, ...items]
  return [
    ...Object.entries(shape).flatMap(([field, one]) => textsIn(one, [...path, field], seen)),
    ...inner.flatMap((one) => (one ? textsIn(one, path, seen) : [])),
  ]
}
interface Text {
  path: readonly string[]
  schema: z.ZodMiniType
}

/** `path` begins with the call. A field is named by as much of its path as tells it from others. */
const isKnown = (path: readonly string[]) =>
  LOOKED_UP.test(path.join('.')) || path.some((_, at) => MANY_LINES.has(path.slice(at).join('.')))

// path and query are flattened before they are read: server/http/authenticate.test.ts
const texts = [...eachCall()].flatMap(([call, { body }]) =>
  textsIn((body ?? z.never()) as z.ZodMiniType, call.split('.'))
    .filter(({ path }) => !isKnown(path))
    .map(({ path, schema }) => [path.join('.'), schema] as const),
)

test('texts are found, also nested ones', () => {
  const names = texts.map(([name]) => name)
  expect(names).toContain('helpdesk.createTicket.subject')
  expect(names).toContain('rules.create.options.procedures.text')
  expect(names).toContain('configSets.create.value')
})

test.each(texts)('%s: an end of line is flattened or refused', (_, schema) => {
  for (const end of ['\r\n', '\n', '\u0000', '\u0085', '\u2028', '\t\v']) {
    expect(z.safeParse(schema, `Ada${end}Bcc`).data, JSON.stringify(end)).toBeOneOf(['Ada Bcc', undefined])
  }
})

test('the short answers of a form are flattened, those in tables too, and long ones are not', () => {
  const text = { name: 'name', label: 'Name', kind: 'text' } as const
  const form = dataSchema([
    text,
    { name: 'words', label: 'Words', kind: 'long' },
    { name: 'people', label: 'People', kind: 'rows', columns: [text] },
  ])
  const given = { name: 'Ada\r\nBcc', words: 'Ada\nBcc', people: [{ name: 'Ada\nBcc' }] }
  expect(z.parse(form, given)).toEqual({ name: 'Ada Bcc', words: 'Ada\nBcc', people: [{ name: 'Ada Bcc' }] })
})
