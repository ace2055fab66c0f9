/** The one place where a queued operation becomes an effect: the plain calls and the batch both come here. */
import * as z from 'zod/mini'
import { alertExpect, caseExpect } from '#contract/ops/expect.ts'
import { findKind, type OpName } from '#contract/ops/kinds.ts'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { assignAlert, commentAlert, setStatus } from './account-alert-effects.ts'
import { rejectAlert, resolveAlert } from './alert-effects.ts'
import { addNote, assign, awaitCustomer, recommendStr, renew } from './case-effects.ts'
import type { Done, Effect, EffectOp, Tx } from './effect.ts'

const EFFECTS: { readonly [K in OpName]: Effect<K> } = {
  'alert.resolve': resolveAlert,
  'alert.reject': rejectAlert,
  'accountAlert.status': setStatus,
  'accountAlert.note': commentAlert,
  'accountAlert.assign': assignAlert,
  'case.note': addNote,
  'case.assign': assign,
  'case.await': awaitCustomer,
  'case.renew': renew,
  'case.recommendStr': recommendStr,
}

/** An operation as it arrives: of a known kind, everything else unchecked. */
export interface RawOp {
  opId: string
  kind: OpName
  target: EffectOp['target']
  body: unknown
  expect?: Record<string, unknown> | undefined
}

/** Checks body, target and preconditions against the kind. Refuses with 400 and the field's name. */
export function checkOp(raw: RawOp): EffectOp {
  const kind = findKind(raw.kind)
  if (!kind) throw new Refusal(400, `kind: ${raw.kind} is not known`)
  const body = parse(kind.body, raw.body, 'body')
  const op = { ...raw, body } as EffectOp
  for (const [name, value] of Object.entries(kind.params(op))) {
    if (value === '') throw new Refusal(400, `target.${name}: is missing`)
  }
  if (raw.expect === undefined) return op
  return {
    ...op,
    expect: parse(raw.kind.startsWith('case.') ? caseExpect : alertExpect, raw.expect, 'expect'),
  } as EffectOp
}

function parse(schema: z.ZodMiniType, value: unknown, where: string): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => `${[where, ...path.map(String)].join('.')}: ${message}`)
  throw new Refusal(400, issues.join('; '))
}

/** Does what the operation says, inside the caller's transaction. Throws a `Refusal` where it may not be. */
export function applyOp(tx: Tx, context: Context, op: EffectOp): Promise<Done> {
  return (EFFECTS[op.kind] as Effect<OpName>)(tx, context, op)
}
