/** The audit as administrators read it, and what is known of whether it is whole (ours). */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'

/**
 * The scope of the entries: of the current platform; of no platform (sign-ins, devices, rights) by its people; of all
 * platforms of the reader.
 */
export const AUDIT_SCOPES = ['platform', 'none', 'all'] as const

export const auditRow = z.object({
  n: z.number(),
  at: stamp,
  by: person,
  platform: z.nullable(z.string()),
  action: z.string(),
  object: z.object({ kind: z.string(), id: z.string() }),
  /** The person or business that the report is about, for a SAR or EDD form. */
  about: z.nullable(z.object({ customerId: z.string(), customerName: z.string() })),
  /** The part of a form that was read: "PDF". */
  part: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  offline: z.boolean(),
})
export type AuditRow = z.infer<typeof auditRow>

/** An entry in full. */
export const auditEntry = z.extend(auditRow, {
  roles: z.array(z.string()),
  note: z.nullable(z.string()),
  version: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  ruleRevision: z.nullable(z.string()),
  alertIds: z.nullable(z.array(z.string())),
  device: z.nullable(z.string()),
  clientTime: z.nullable(stamp),
  address: z.nullable(z.string()),
  appVersion: z.nullable(z.string()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A verification of the whole chain. */
export const chainCheck = z.object({
  id: z.string(),
  by: person,
  at: stamp,
  status: z.enum(['running', 'whole', 'faulty', 'failed']),
  /** Entries found whole so far. */
  count: z.number(),
  endedAt: z.nullable(stamp),
  /** The first wrong entry and invalid signed heads, as text. */
  faults: z.array(z.string()),
  /** The number of signed heads that the chain was compared with. */
  heads: z.number(),
})
export type ChainCheck = z.infer<typeof chainCheck>

export const signedHead = z.object({ n: z.number(), hash: z.string(), at: z.string(), key: z.string() })
