/** The history of a case (ours): every recorded act on it and on its alerts, with the facts that were sealed. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { historyEntry } from '#contract/model/cases/case-history.ts'

export const caseHistory = {
  /** The latest first, at most `LISTED_MAX`. */
  ofCase: call('GET', '/management/case/history/{caseId}', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(historyEntry) }),
  }),
}
