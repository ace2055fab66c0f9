/** The KYC service: a host of its own that takes the platform in a `project` header (specification 2, section 7). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'

export const kyc = {
  /** Sends what is known of the customer with that address to whoever asks. */
  export: call('POST', '/export', {
    host: 'kyc',
    ours: true,
    body: z.object({ email: z.string().check(z.trim(), z.email()) }),
    reply: z.object({ message: z.string() }),
  }),
}
