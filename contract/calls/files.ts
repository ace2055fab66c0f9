/** The platforms' file hosts (specification 2, section 7 "Other services"). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'

export const files = {
  fetch: call('GET', '/{platform}/{fileId}', { host: 'files', ours: true, gives: 'file', reply: z.unknown() }),
}
