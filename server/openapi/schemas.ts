/** JSON Schema of the contract's schemas, with what they name hoisted to where one document can refer to it. */
import * as z from 'zod/mini'

export type JsonSchema = { [key: string]: unknown }

/** Collects what schemas define below themselves. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {}

  /** The schema of what travels: `input` as it is sent, `output` as it is answered. `owner` names what it defines. */
  of(schema: z.ZodMiniType, io: 'input' | 'output', owner: string): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // answers may grow
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    }) as JsonSchema
    const rename = (ref: string) => ref.replace('#/$defs/', `#/components/schemas/${owner}.`)
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
      this.components[`${owner}.${name}`] = withRefs(definition, rename) as JsonSchema
    }
    return withRefs(json, rename) as JsonSchema
  }
}

function withRefs(value: unknown, rename: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withRefs(one, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string' ? rename(one) : withRefs(one, rename),
    ]),
  )
}
