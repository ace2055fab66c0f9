/** How many alerts a task has gone through, kept on it once it has ended: the list of tasks is asked for all the time. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table task add column total int not null default 0, add column done int not null default 0`,
  `update task t set total = e.total, done = e.done
    from (select task, count(*) as total, count(outcome) as done from task_alert group by task) e
    where e.task = t.uuid`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
