/** The audit as administrators read it (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { AUDIT_SCOPES, auditEntry, auditRow, chainCheck, signedHead } from '#contract/model/audit/audit-row.ts'
import { page, pageNumber, pageSize, queryFlag, text } from '#contract/model/common.ts'

const base = '/management/administration/audit'
const filters = {
  scope: z.optional(z.enum(AUDIT_SCOPES)),
  /** An account. */
  who: text,
  action: text,
  objectKind: text,
  objectId: text,
  /** `YYYY-MM-DD`, both included. */
  startDate: text,
  endDate: text,
  /** Only that SAR material was read. */
  reads: queryFlag,
}

export const audit = {
  /** The latest first. */
  list: call('GET', base, {
    roles: ADMINISTRATORS,
    ours: true,
    query: { page: pageNumber, pageSize, ...filters },
    reply: page(auditRow),
  }),
  entry: call('GET', `${base}/entry/{n}`, { roles: ADMINISTRATORS, ours: true, reply: auditEntry }),
  /** The values that the filters offer. */
  choices: call('GET', `${base}/choices`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ actions: z.array(z.string()), objectKinds: z.array(z.string()) }),
  }),
  /** Everything that matches; that it was exported is an entry itself. */
  csv: call('GET', `${base}/audit.csv`, {
    roles: ADMINISTRATORS,
    ours: true,
    query: filters,
    gives: 'file',
    reply: z.unknown(),
  }),
  /** Has the whole chain looked through, as a job. */
  check: call('POST', `${base}/checks`, { roles: ADMINISTRATORS, ours: true, reply: chainCheck, notice: 'SAVE' }),
  /** The last checks and the newest heads that were signed. */
  checks: call('GET', `${base}/checks`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ items: z.array(chainCheck), heads: z.array(signedHead), headFaults: z.array(z.string()) }),
  }),
}
