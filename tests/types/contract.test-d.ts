// Type tests of calls and operations, checked by `npm run types`: a line that should not compile and does is an error.
import * as z from 'zod/mini'
import { call, type Input, type Output, type Parsed } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import type { AnyDraft, OP_KINDS, OpName } from '#contract/ops/kinds.ts'
import type { Handlers } from '#server/core/context.ts'
import type { Effects } from '#server/ops/effect.ts'
import type { Api } from '#src/data/net/api.ts'
import type { Equal, True } from './equal.ts'

const made = call('PATCH', '/thing/{thingId}/part/{partId}', {
  roles: 'everybody',
  query: { deep: z.optional(z.string()) },
  body: z.object({ words: z.string() }),
  reply: z.object({ id: z.string() }),
})
const plain = call('GET', '/things', { roles: 'everybody', reply: z.array(z.string()) })

// @ts-expect-error who may make a call has to be said
call('GET', '/things', { reply: z.array(z.string()) })

// path, query and body of a request are read off the declaration; what a call does not have is not asked for
export type CallTypes = [
  True<Equal<Input<typeof made>['params'], Record<'partId' | 'thingId', string>>>,
  True<Equal<Parsed<typeof made>['body'], { words: string }>>,
  True<Equal<Output<typeof made>, { id: string }>>,
  True<Equal<keyof Input<typeof plain>, never>>,
]

export const requests = (api: Api) => [
  api.send(cases.note, { params: { caseId: '1' }, body: { note: 'seen' } }),
  // @ts-expect-error -- a misspelt parameter of the path
  api.send(cases.note, { params: { case: '1' }, body: { note: 'seen' } }),
  // @ts-expect-error -- a body that is left out
  api.send(cases.note, { params: { caseId: '1' } }),
  // @ts-expect-error -- a field of another type
  api.send(cases.note, { params: { caseId: '1' }, body: { note: 1 } }),
]

// @ts-expect-error -- a call without its handler
export const handlers: Handlers<{ made: typeof made; plain: typeof plain }> = { plain: async () => [] }

// the kind of an operation decides its body, and every kind has its effect on the server
export const kind: OpName = 'case.assign'
// @ts-expect-error -- no kind has this name
export const misspelt: OpName = 'case.asign'
type Assignment = Extract<AnyDraft, { kind: 'case.assign' }>
// @ts-expect-error -- the body of another kind
export const body: Assignment['body'] = { note: 'seen' }
// @ts-expect-error -- no kind has its effect
export const effects: Effects<typeof OP_KINDS> = {}
