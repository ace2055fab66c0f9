/** Contracts with customers; administrators see them. */
import * as z from 'zod/mini'
import { stamp } from './common.ts'
import { CONTRACT_STATUSES } from './values.ts'

export const contract = z.object({
  id: z.string(),
  platform: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  type: z.string(),
  status: z.enum(CONTRACT_STATUSES),
  createAt: stamp,
  signedAt: z.nullable(stamp),
  endsAt: z.nullable(stamp),
})
export type Contract = z.infer<typeof contract>

/** Everything of one contract; `terms` are what the platform agreed, by name. */
export const contractDetail = z.extend(contract, {
  terms: z.record(z.string(), z.string()),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  history: z.array(z.object({ at: stamp, by: z.string(), status: z.enum(CONTRACT_STATUSES) })),
})
export type ContractDetail = z.infer<typeof contractDetail>
