/** The policies of a platform. */
import type { policies } from '#contract/calls/policies.ts'
import type { Handlers } from '#server/core/context.ts'
import { listPolicies, setPolicy } from './list.ts'

export const policiesCalls: Handlers<typeof policies> = {
  list: async (_, context) => ({ items: await listPolicies(context) }),
  set: ({ params, body }, context) => setPolicy(context, params.policy, body),
}
