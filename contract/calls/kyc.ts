/**
 * The KYC service: a separate host that takes the platform in a `project` header (docs/design/specification.md#calls).
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'

export const kyc = {
  /** Mails what is known of the platform's customers to that address, which has to be of staff who may work on it. */
  export: call('POST', '/export', {
    roles: MANAGERS,
    host: 'kyc',
    ours: true,
    body: z.object({ email: z.string().check(z.trim(), z.email()) }),
    reply: z.object({ message: z.string() }),
  }),
}
