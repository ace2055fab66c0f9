/** Results of rules: their alerts, dispositions, and open ones. */
import { sql } from 'kysely'
import { FIGURES_DAYS, type RuleFigures } from '#contract/model/rules/rule.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'

const DAY = 86_400_000

/** For the rules of a platform that have an alert or an allowlist. */
export async function ruleStatistics(db: Db, platform: string, now: Date): Promise<RuleFigures[]> {
  const since = new Date(now.getTime() - FIGURES_DAYS * DAY)
  const today = now.toISOString().slice(0, 10)
  const { rows } = await sql<Omit<RuleFigures, 'ruleId'> & { rule_id: string }>`
    with counted as (
      select a.rule_id,
        count(*) filter (where a.created_at >= ${since})::int as alerts,
        count(*) filter (where a.created_at >= ${since} and said.is_str)::int as strs,
        count(*) filter (where a.created_at >= ${since} and not said.is_str and a.status in ('resolved', 'rejected')
          and coalesce(mc.status in ('complete', 'process', 'reject'), true))::int as cleared,
        count(*) filter (where a.status in ${OPEN_ALERT})::int as open
      from alert a
      left join monitoring_case mc on mc.platform = a.platform and mc.id = a.case_id
      cross join lateral (
        select a.sar = 1 or coalesce(mc.status = 'str' or mc.status = 'complete' and mc.recommended_str = 1, false) as is_str
      ) said
      where a.platform = ${platform} and (a.created_at >= ${since} or a.status in ${OPEN_ALERT})
      group by a.rule_id
    ), listed as (
      select l.rule_id, count(*)::int as allowlists
      from allowlist l join allowlist_version v on v.id = l.version_id
      where l.platform = ${platform} and l.deleted_at is null
        and v.start_date <= ${today}::date and coalesce(v.end_date >= ${today}::date, true)
      group by l.rule_id
    )
    select rule_id, coalesce(alerts, 0) as alerts, coalesce(strs, 0) as strs, coalesce(cleared, 0) as cleared,
      coalesce(open, 0) as open, coalesce(allowlists, 0) as allowlists
    from counted full join listed using (rule_id)
    order by rule_id`.execute(db)
  return rows.map(({ rule_id: ruleId, ...figures }) => ({ ruleId, ...figures }))
}
