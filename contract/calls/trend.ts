/** The trend of the work, for managers (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { trendOutlook, trendPeriod } from '#contract/model/trend.ts'

const base = '/management/team/trend'

export const trend = {
  /** Both days included; a reversed period and one of more than 366 days are refused. */
  period: call('GET', `${base}/period`, {
    roles: MANAGERS,
    ours: true,
    query: { from: z.string(), to: z.string() },
    reply: trendPeriod,
  }),
  outlook: call('GET', `${base}/outlook`, { roles: MANAGERS, ours: true, reply: trendOutlook }),
}
