/** The ownership of businesses: staff, owners, holdings and their owners. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { chance, pickFrom } from './sql-random.ts'

/** A person of the company's country who is no customer. */
const person = (n: number): RawBuilder<string> =>
  sql`${pickFrom(`first ${n}`, 'first')} || ' ' || ${pickFrom(`last ${n}`, 'last')}`

/** Shares add up to 100 at every level; a third of the businesses belong to their founders alone. */
export async function writeCompanies(db: Kysely<Database>): Promise<void> {
  const holding = sql`${chance('holding')} < 0.65`
  const top = sql`${chance('holding')} < 0.4`
  const sister = sql`${chance('sister')} < 0.2 and c.neighbour is not null`
  await sql`
    insert into company_member (platform, company_id, member_id, role, name, type, country, share)
    select c.platform, m.company_id, m.member_id, m.role, coalesce(m.name, 'Unknown'), m.type, c.country, m.share
    from demo_customer c cross join lateral (values
      (true, c.id, 'p1-' || c.id, 'Administrator', ${person(1)}, 'personal', null::int),
      (${chance('user')} < 0.5, c.id, 'p2-' || c.id, 'User', ${person(2)}, 'personal', null),
      (${chance('authorized')} < 0.4, c.id, 'p3-' || c.id, 'Authorized', ${person(3)}, 'personal', null),
      (${sister}, c.id, c.neighbour, 'owner_company', null, 'business', 25),
      (${holding}, c.id, 'h-' || c.id, 'owner_company', ${pickFrom('holding name', 'words')} || ' Holding', 'business', 55),
      (true, c.id, 'p4-' || c.id, 'owner', ${person(4)}, 'personal',
        100 - case when ${sister} then 25 else 0 end - case when ${holding} then 55 else 0 end),
      (${top}, 'h-' || c.id, 't-' || c.id, 'owner_company', ${pickFrom('top name', 'words')} || ' Trust', 'business', 70),
      (${holding}, 'h-' || c.id, 'p5-' || c.id, 'owner', ${person(5)}, 'personal', case when ${top} then 30 else 100 end),
      (${top}, 't-' || c.id, 'p6-' || c.id, 'owner', ${person(6)}, 'personal', 100)
    ) as m (is_there, company_id, member_id, role, name, type, share)
    where c.type = 'business' and m.is_there`.execute(db)
}
