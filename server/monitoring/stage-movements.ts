/**
 * Movements staged in temporary tables for many rules, in two steps, so that most of the work happens while the
 * previous batch is evaluated. The rows live as long as the transaction.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import {
  CANDIDATE_COLUMNS,
  COLUMNS,
  factsOf,
  fillTouched,
  HOME,
  MOVEMENT_COLUMNS,
  movementsOf,
  OF_CANDIDATES,
  sinceOf,
  type Candidates,
  type Wanted,
} from './movement.ts'

/** The totals of movements, and their start in days before the candidates. */
export interface Summed {
  /** Per account, for each start. */
  accounts: readonly number[]
  /** Per account and party; 0 for none. */
  parties: number
}

/** The key in `meta` with the last evaluated batch. */
const lastKey = (platform: string) => `last batch:${platform}`

/**
 * Stages movements: `movement`, unordered within one moment, and `candidate_movement` with the candidates and their own
 * columns. The previous batch's uncommitted rows are added later.
 */
export async function stageMovements(
  db: Kysely<Database>,
  candidates: Candidates,
  wanted: Wanted,
  summed: Summed,
): Promise<void> {
  await fillTouched(db, candidates)
  await makeTables(db)
  // in one statement, so that both are as of one moment
  await sql`
    with seen as (insert into last_seen select v -> 'id' from meta where k = ${lastKey(candidates.platform)})
    insert into movement (${MOVEMENT_COLUMNS}, candidate)
    select ${MOVEMENT_COLUMNS}, candidate from (${movementsOf(candidates, wanted, { areApart: true })}) m
    order by no, at`.execute(db)
  await fillCandidates(db, candidates, wanted)
  await sumUp(db, candidates, summed, sql`movement`)
}

/**
 * Brings in what the batch before did since movements were staged, of which there is one at most: its payments, and
 * what it said of customers, as does the batch itself.
 */
export async function updateStaged(
  db: Kysely<Database>,
  candidates: Candidates,
  wanted: Wanted,
  summed: Summed,
): Promise<void> {
  const { platform } = candidates
  const ids = sql`array(select jsonb_array_elements_text(v -> 'transactions') from meta
    where k = ${lastKey(platform)} and v -> 'id' is distinct from (select id from last_seen))`
  await sql`
    insert into later_movement (${MOVEMENT_COLUMNS}, candidate)
    select ${MOVEMENT_COLUMNS}, candidate
    from (${movementsOf(candidates, wanted, { areApart: true, only: sql`t.id = any(${ids})` })}) m`.execute(db)
  await sql`insert into movement select * from later_movement`.execute(db)
  await sumUp(db, candidates, summed, sql`later_movement`)
  await sql`
    with told as (
      update touched a set type = c.type, home = ${HOME} from customer c
      where c.platform = ${platform} and c.id = a.id and (a.type, a.home) is distinct from (c.type, ${HOME})
      returning a.no, a.type, a.home
    ), judged as (
      update candidate_movement m set account_type = told.type, home = told.home from told where m.no = told.no
    )
    update movement m set account_type = told.type, home = told.home from told where m.no = told.no`.execute(db)
}

/** Records an evaluated batch for the next one, which may be staged already. */
export async function recordForStaging(
  db: Kysely<Database>,
  platform: string,
  transactions: readonly string[],
): Promise<void> {
  const v = JSON.stringify({ id: randomUUID(), transactions })
  await sql`insert into meta (k, v) values (${lastKey(platform)}, ${v})
    on conflict (k) do update set v = excluded.v`.execute(db)
}

/** Sums up movements for `overview`, which adds up what each time gave. */
async function sumUp(
  db: Kysely<Database>,
  candidates: Candidates,
  { accounts, parties }: Summed,
  movements: RawBuilder<unknown>,
): Promise<void> {
  if (accounts.length > 0) {
    await sql`
      insert into activity_part
      select no, width_bucket(at, ${momentsOf(candidates, accounts)}::timestamptz[]) as n, count(*),
        count(*) filter (where direction = 'incoming'), sum(cents::float8),
        coalesce(sum(cents::float8) filter (where direction = 'incoming'), 0)
      from ${movements} m group by 1, 2`.execute(db)
  }
  if (parties === 0) return
  await sql`
    insert into dealing_part select no, other, direction, count(*) from ${movements} m
    where at >= ${sinceOf(candidates, parties)}
      and (no, other, direction) in (select no, other, direction from candidate_movement)
    group by 1, 2, 3`.execute(db)
}

/** The moments since which the activity of accounts is summed up, earliest first. */
function momentsOf(candidates: Candidates, days: readonly number[]): Date[] {
  return days.map((each) => sinceOf(candidates, each)).toSorted((a, b) => a.getTime() - b.getTime())
}

/**
 * Completes staging: orders movements of one moment, and fills `activity`, the totals of each account since some times,
 * and `dealing`, the number of movements with a candidate's counterparty.
 */
export async function overview(db: Kysely<Database>, candidates: Candidates, { accounts }: Summed): Promise<void> {
  await tellApart(db)
  await sql`
    insert into activity
    select no, (${momentsOf(candidates, accounts)}::timestamptz[])[n], sum(payments) over later,
      sum(payments_in) over later, sum(cents) over later, sum(cents_in) over later
    from activity_part
    where n > 0
    window later as (partition by no order by n desc)`.execute(db)
  await sql`
    insert into dealing select no, other, direction, sum(payments) from dealing_part
    group by 1, 2, 3 having sum(payments) > 1`.execute(db)
  await sql`analyze candidate_movement (no), activity (no, since), dealing (no, other)`.execute(db)
}

/** Orders movements of one account with the same time, as `movementsOf` says. */
async function tellApart(db: Kysely<Database>): Promise<void> {
  await sql`
    update movement m set at = m.at + later.n * interval '1 microsecond'
    from (
      select no, id, row_number() over (partition by no, at order by id) - 1 as n from movement
      where (no, at) in (select no, at from movement group by no, at having count(*) > 1)
    ) later
    where later.n > 0 and m.no = later.no and m.id = later.id`.execute(db)
}

async function fillCandidates(
  db: Kysely<Database>,
  { platform, where = sql<boolean>`false` }: Candidates,
  wanted: Wanted,
): Promise<void> {
  await sql`
    insert into candidate_movement (${CANDIDATE_COLUMNS}, candidate)
    select ${sql.raw(COLUMNS.map((column) => `m.${column}`).join(', '))}, ${factsOf(OF_CANDIDATES, wanted)}, true
    from movement m left join transaction t on t.platform = ${platform} and t.id = m.id and ${where}
    where m.candidate`.execute(db)
}

async function makeTables(db: Kysely<Database>): Promise<void> {
  await sql`
    create temporary table if not exists movement (
      no int not null,
      id text collate "C" not null,
      account text collate "C" not null,
      account_type text,
      home text,
      other text collate "C" not null,
      direction text not null,
      at timestamptz not null,
      cents bigint not null,
      service text,
      country text,
      other_country text,
      card text,
      machine_country text,
      is_dispute boolean,
      filtered jsonb,
      candidate boolean not null
    ) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists candidate_movement (
      like movement, description text, words text, bank_names text[], bank_words text, bank_codes text
    ) on commit delete rows`.execute(db)
  await sql`create temporary table if not exists later_movement (like movement) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists activity_part (
      no int not null, n int not null, payments int not null, payments_in int not null, cents float8 not null,
      cents_in float8 not null
    ) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists activity (
      no int not null, since timestamptz not null, payments bigint not null, payments_in bigint not null,
      cents float8 not null, cents_in float8 not null
    ) on commit delete rows`.execute(db)
  for (const table of ['dealing_part', 'dealing']) {
    await sql`
      create temporary table if not exists ${sql.table(table)} (
        no int not null, other text collate "C" not null, direction text not null, payments bigint not null
      ) on commit delete rows`.execute(db)
  }
  await sql`create temporary table if not exists last_seen (id jsonb) on commit delete rows`.execute(db)
  await sql`create index if not exists movement_no on movement (no)`.execute(db)
  await sql`truncate movement, candidate_movement, later_movement, activity_part, activity, dealing_part, dealing,
    last_seen`.execute(db)
}
