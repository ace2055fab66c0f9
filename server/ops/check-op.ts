/** Checks an operation as it arrives against its kind. */
import * as z from 'zod/mini'
import { faultsOf, faultText } from '#contract/call.ts'
import { alertExpect, caseExpect } from '#contract/ops/expect.ts'
import { findKind, type OpName } from '#contract/ops/kinds.ts'
import { paramsOf } from '#contract/ops/op.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { EffectOp, EffectTarget } from './effect.ts'

/** An operation as it arrives: of a known kind, everything else unchecked. */
export interface RawOp {
  opId: string
  kind: OpName
  target: EffectTarget
  body: unknown
  expect?: Record<string, unknown> | undefined
}

/** Checks body, target and preconditions against the kind. Refuses with 400 and the field's name. */
export function checkOp<K extends OpName>(raw: RawOp & { kind: K }): EffectOp<K> {
  const kind = findKind(raw.kind)
  if (!kind) throw new Refusal(400, `kind: ${raw.kind} is not known`)
  const body = parse(kind.body, raw.body, 'body')
  const op = { ...raw, body } as EffectOp<K>
  const params = paramsOf(kind, op)
  if (!params) throw new Refusal(400, `target.${kind.idParam}: is missing`)
  for (const [name, value] of Object.entries(params)) {
    if (value === '') throw new Refusal(400, `target.${name}: is missing`)
  }
  if (raw.expect === undefined) return op
  return {
    ...op,
    expect: parse(kind.subject === 'case' ? caseExpect : alertExpect, raw.expect, 'expect'),
  }
}

function parse(schema: z.ZodMiniType, value: unknown, where: string): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues = faultsOf(result.error).map(({ place, message }) =>
    faultText({ place: [where, place].filter((each) => each !== '').join('.'), message }),
  )
  throw new Refusal(400, issues.join('; '))
}
