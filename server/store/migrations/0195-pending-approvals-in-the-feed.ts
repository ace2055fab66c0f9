/** A case is told by the feed when something on it begins or ends to wait for approval: its row shows what does. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create function mark_case_of_approval() returns trigger language plpgsql as $$
    begin
      -- the trigger on cases marks the transaction
      update monitoring_case set id = id where platform = new.platform and id = new.case_id;
      return null;
    end
  $$`,
  `create trigger approval_in_feed after insert or update of status on approval for each row
    when (new.case_id is not null) execute function mark_case_of_approval()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
