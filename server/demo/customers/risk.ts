/** The risk scores of customers, with their factors. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { chance } from './sql-random.ts'

const HIGH = ['NG', 'UA', 'AE', 'CO']
const MEDIUM = ['RO', 'PH', 'BR']

/** Scores each customer by its data: the same data always give the same score. */
export async function writeRisk(db: Kysely<Database>, anchor: Date): Promise<void> {
  const years = sql`floor(extract(epoch from ${anchor}::timestamptz - c.created_at) / 31557600)::int`
  const monthly = sql`coalesce((c.profile ->> 'monthlyDepositsUsd')::numeric, 0)`
  const industry = sql`coalesce(c.profile ->> 'industry', 'none')`
  await sql`
    insert into customer_risk (platform, customer_id, score, level, diligence, factors, updated_at)
    select c.platform, c.id, f.score, l.level,
      case when c.kyc_status = 'Unconfirmed' and ${chance('unverified')} < 0.6 then null
        else case l.level when 'high' then 'EDD' when 'medium' then 'FDD' else 'SDD' end end,
      f.factors, date_trunc('second', greatest(c.created_at, ${anchor}::timestamptz - ${chance('scored')} * interval '90 days'))
    from demo_customer c
    cross join lateral (
      select least(sum(score), 100)::int as score, jsonb_agg(
        jsonb_build_object('name', name, 'label', label, 'value', value, 'score', score)) as factors
      from (values
        ('country', 'Country', coalesce(c.country, '00'),
          case when c.country = any(${HIGH}) then 28 when c.country = any(${MEDIUM}) then 14 else 4 end),
        ('identification', 'Identification', c.kyc_status, case c.kyc_status when 'Unconfirmed' then 20 else 2 end),
        ('industry', 'Industry', ${industry},
          case when ${industry} in ('gaming', 'events') then 22 when c.type = 'business' then 10 else 3 end),
        ('institution', 'Financial institution', 'yes',
          case when (c.profile ->> 'isFinancialInstitution')::boolean then 15 else 0 end),
        ('activity', 'Expected activity, USD a month', ${monthly}::text,
          case when ${monthly} >= 3000 then 18 when ${monthly} >= 1000 then 10 else 3 end),
        ('relationship', 'Years of relationship', ${years}::text, case when ${years} < 1 then 10 else 2 end)
      ) as each (name, label, value, score) where score > 0
    ) as f
    cross join lateral (select case when f.score >= 55 then 'high' when f.score >= 35 then 'medium' else 'low' end as level)
      as l`.execute(db)
}
