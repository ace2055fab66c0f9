/** Alerts on transactions, one by one (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { alert, alertFile } from '#contract/model/cases/alert.ts'
import { done, noteText } from '#contract/model/common.ts'
import { REASONS } from '#contract/model/values.ts'

const items = z.object({ items: z.array(alert) })

/** The number of a customer's alerts by status name. */
export const alertSummary = z.object({
  items: z.array(z.object({ status: z.string(), count: z.number() })),
  byRule: z.array(z.object({ ruleId: z.string(), ruleName: z.string(), open: z.number(), total: z.number() })),
})

export const alerts = {
  list: call('GET', '/management/alerts', { roles: 'everybody', query: { caseId: z.string() }, reply: items }),
  view: call('GET', '/management/alert/{alertId}/view', { roles: 'everybody', reply: alert }),
  resolve: call('PATCH', '/management/alert/{alertId}/resolve', {
    roles: 'everybody',
    body: z.object({ note: noteText, reason: z.optional(z.enum(REASONS)) }),
    reply: done,
    notice: 'SAVE',
  }),
  /** The note is optional on the wire; our policy requires one (docs/design/specification.md#alert-states). */
  reject: call('PATCH', '/management/alert/{alertId}/reject', {
    roles: 'everybody',
    body: z.optional(z.object({ note: z.optional(noteText), reason: z.optional(z.enum(REASONS)) })),
    reply: done,
    notice: 'SAVE',
  }),
  attach: call('POST', '/management/attachToAlert/{alertId}', {
    roles: 'everybody',
    sends: 'form',
    body: z.strictObject({ file: z.file() }),
    reply: alertFile,
    notice: 'Load File',
  }),
  /** The bytes of an attached file, always as a download (ours). */
  file: call('GET', '/management/alert/{alertId}/file/{fileId}', {
    roles: 'everybody',
    ours: true,
    gives: 'file',
    reply: z.unknown(),
  }),
  byRule: call('GET', '/management/alerts/{platform}/{customerId}/{ruleId}', { roles: 'everybody', reply: items }),
  summary: call('GET', '/management/alerts/{platform}/{customerId}/info', { roles: 'everybody', reply: alertSummary }),
}
