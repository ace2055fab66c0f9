/** The KYC service: not answered yet. */
import type { kyc } from '#contract/calls/kyc.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const kycCalls: Handlers<typeof kyc> = {
  export: notBuilt,
}
