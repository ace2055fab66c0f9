/** The managers' page Trend. */
import type { trend } from '#contract/calls/trend.ts'
import { PERIOD_MAX } from '#contract/model/trend.ts'
import type { Handlers } from '#server/core/context.ts'
import { readDates } from '#server/core/ranges.ts'
import { Refusal } from '#server/core/refusal.ts'
import { outlook, trendOf } from './queries.ts'

const DAY = 86_400_000
const FORM = /^\d{4}-\d{2}-\d{2}$/

export const trendCalls: Handlers<typeof trend> = {
  async period({ query: { from, to } }, { db, platform }) {
    for (const [place, day] of Object.entries({ from, to })) {
      if (!FORM.test(day)) throw new Refusal(400, `${place}: must be a day, YYYY-MM-DD`)
    }
    const [start, end] = readDates('from', [from, to], 'to')
    if (!start || !end) throw new Refusal(400, 'from: a period has two ends')
    if (end.getTime() - start.getTime() > PERIOD_MAX * DAY) {
      throw new Refusal(400, `to: a period is at most ${PERIOD_MAX} days long`)
    }
    return trendOf(db, { platform, start, end })
  },

  outlook: (_, { db, platform, now }) => outlook(db, platform, now()),
}
