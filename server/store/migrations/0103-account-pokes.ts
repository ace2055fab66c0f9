/** Whoever changes what an account may do, by whatever way, has every instance look again at who is listening. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create function tell_account() returns trigger language plpgsql as $$
    begin
      perform pg_notify('docket', '{"platform":null,"topic":"account"}');
      return null;
    end
  $$`,
  `create trigger account_told after update of roles, platforms, is_disabled on account
    for each row when (old is distinct from new) execute function tell_account()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
