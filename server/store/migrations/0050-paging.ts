/** Marks along long lists, and the queue's order with what its filters ask most. */
import { sql, type Kysely } from 'kysely'

const statements = [
  // made again when it is missed, so that it may be lost in a crash
  `create unlogged table page_mark (
    list bytea not null,
    position bigint not null,
    reader text not null,
    sort text not null,
    id text not null,
    made_at timestamptz not null,
    primary key (list, position, reader)
  )`,
  // skips to a page far down, and counts, without looking at a row
  `create index case_order_status on monitoring_case (platform, created_at desc, id desc) include (status)`,
  `drop index case_order`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
