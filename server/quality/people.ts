/** The quality results of each person, with their uncertainty. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { quality } from '#contract/calls/quality.ts'
import type { Person } from '#contract/model/common.ts'
import { accuracyOf } from '#contract/model/quality/quality.ts'
import { wilson } from '#contract/model/quality/wilson.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { Context } from '#server/core/context.ts'
import { personOf } from '#server/store/sql.ts'
import { ratesOf, toleranceOf } from './settings.ts'

interface Tallied {
  person: Person
  reviews: number
  differing: number
  waiting: number
  upheld: number
  golden: number
  golden_wrong: number
}

/** The counts per person: their reviewed decisions, and the known items they reviewed. */
export const peopleStatements = (platform: string) => ({
  waiting: sql<{ n: number }>`select count(*)::int as n from quality_review
    where platform = ${platform} and read_at is null`,
  people: sql<Tallied>`
  select ${personOf('p')} as person, t.reviews, t.differing, t.waiting, t.upheld, t.golden, t.golden_wrong
  from (select case when is_golden then reader else decided_by end as who,
      count(*) filter (where not is_golden)::int as reviews,
      count(*) filter (where not is_golden and outcome <> expected)::int as differing,
      count(*) filter (where not is_golden and finding in ('open', 'answered'))::int as waiting,
      count(*) filter (where not is_golden and finding = 'upheld')::int as upheld,
      count(*) filter (where is_golden)::int as golden,
      count(*) filter (where is_golden and outcome <> expected and finding <> 'dismissed')::int as golden_wrong
    from quality_review where platform = ${platform} and read_at is not null group by 1) t
  join account p on p.id = t.who`,
})

export async function peopleOf({ db, platform, account }: Context): Promise<Output<typeof quality.people>> {
  const isManager = mayAssignOthers(account.roles)
  const statements = peopleStatements(platform)
  const [rates, tallies, waiting] = await Promise.all([
    ratesOf(db, platform),
    statements.people.execute(db),
    statements.waiting.execute(db),
  ])
  const tolerance = toleranceOf(rates)
  const all = tallies.rows.map(({ golden_wrong: goldenWrong, ...row }) => ({ ...row, goldenWrong }))
  const shown = isManager ? all : all.filter(({ person }) => person.id === account.id)
  const items = shown.map((row) => ({ ...row, ...accuracyOf(row, tolerance) }))
  const read = shown.reduce((sum, { reviews }) => sum + reviews, 0)
  const agreed = read - shown.reduce((sum, { differing }) => sum + differing, 0)
  return {
    items: items.toSorted((a, b) => b.share.low - a.share.low || a.person.name.localeCompare(b.person.name)),
    agreement: { read, agreed, share: wilson(agreed, read), waiting: waiting.rows[0]?.n ?? 0 },
    tolerance,
  }
}
