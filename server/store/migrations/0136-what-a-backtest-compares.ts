/** The rule that a backtest stands beside, as it was when it began; one runs for a person on each platform. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table backtest add column live jsonb`,
  // those under way do not know what they stand beside
  `update task set status = 'Error', message = 'Start it again: the server was updated.', ended_at = now()
    where kind = 'rule-backtest' and status = 'Processing'`,
  `drop index backtest_running`,
  `create unique index backtest_running on task (author, platform) where kind = 'rule-backtest' and status = 'Processing'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
