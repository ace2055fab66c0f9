/** Which hit of the screening an alert rests on. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // alerts from before name the two sides alone
  await sql`
    update alert a set trigger_info = jsonb_set(a.trigger_info, '{saw,infolaft_sanction,hit}', to_jsonb(f.hit))
    from (
      select distinct on (b.id) b.id, h.id::text as hit from alert b
      join sanctions_hit h on h.platform = b.platform and h.customer_id = b.customer_id
        and h.party_name = b.trigger_info #>> '{saw,infolaft_sanction,name}'
        and h.name = b.trigger_info #>> '{saw,infolaft_sanction,entry}'
      where b.trigger_info #> '{saw,infolaft_sanction,entry}' is not null
      order by b.id, h.score desc, h.id) f
    where f.id = a.id`.execute(db)
  await sql`alter table alert add column hit_id bigint
    generated always as ((trigger_info #>> '{saw,infolaft_sanction,hit}')::bigint) stored`.execute(db)
  await sql`create index alert_hit on alert (hit_id) where hit_id is not null`.execute(db)
}
