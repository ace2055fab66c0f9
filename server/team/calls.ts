/** The calls of managers about their team. */
import type { team } from '#contract/calls/team.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { selectCaseRows, toCaseItem } from '#server/cases/case-row.ts'
import type { Handlers } from '#server/core/context.ts'
import type { Db } from '#server/store/sql.ts'
import { addAbsence, endAbsence } from './absence.ts'
import { autoPolicies, planAuto } from './auto-assign.ts'
import { overviewOf } from './overview.ts'
import { addExclusion, endExclusion, setRoster } from './roster.ts'
import { setSkill } from './skills.ts'
import { assignPlanned, planSpread } from './spread.ts'
import { teamLoad } from './load.ts'

/** A page is for people. */
const MOST = 30

/** The oldest open cases of a person, or of nobody. */
async function oldestOf(db: Db, platform: string, person: string | null, now: Date): Promise<CaseItem[]> {
  const rows = await selectCaseRows(db)
    .where('c.platform', '=', platform)
    .where('c.status', 'in', ['new', 'await'])
    .where('c.manager_id', person === null ? 'is' : '=', person)
    .orderBy('c.created_at')
    .limit(MOST)
    .execute()
  return rows.map((row) => toCaseItem(row, now.getTime()))
}

export const teamCalls: Handlers<typeof team> = {
  load: (_, { db, platform, now }) => teamLoad(db, platform, now()),

  overview: (_, { db, platform, now }) => overviewOf(db, platform, now()),

  async work({ query }, { db, platform, now }) {
    return { items: await oldestOf(db, platform, query.person ?? null, now()) }
  },

  planSpread: ({ body }, context) => planSpread(context, body),

  spread: ({ body }, context) => assignPlanned(context, body),

  setSkill: ({ body }, context) => setSkill(context, body),

  setRoster: ({ body }, context) => setRoster(context, body),

  addExclusion: ({ body }, context) => addExclusion(context, body),

  async endExclusion({ params }, context) {
    await endExclusion(context, params.exclusionId)
    return { message: 'The exclusion is ended.' }
  },

  autoAssign: (_, { db, platform, config }) => autoPolicies(db, { platform, config }),

  planAuto: ({ body }, { db, platform, config, now }) => planAuto(db, body, { platform, config, now: now() }),

  addAbsence: ({ body }, context) => addAbsence(context, body),

  async endAbsence({ params }, context) {
    await endAbsence(context, params.absenceId)
    return { message: 'The absence is over.' }
  },
}
