// A database of a million cases in a few statements: the same for the same number, skewed as real queues are.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { seedRules } from '#server/monitoring/default-rules.ts'
import type { Database } from '#server/schema/database.ts'
import { putIndexesAside, restoreIndexes } from '#server/store/put-indexes-aside.ts'

/** Written beside the data; another one means that it has to be built again. */
const VERSION = 1
const META_KEY = 'bench'
/** The newest case is a minute older; the oldest three years. */
export const ANCHOR = new Date('2026-11-01T12:00:00Z')
export const PLATFORM = 'paxum'
const TABLES = ['customer', 'transaction', 'monitoring_case', 'alert'] as const

const FIRST = `Ana Noor Liam Mei Omar Sofia Ivan Aiko Lucas Zara Pedro Freya Ahmed Julia Chidi Nina Viktor Leila Marco Ingrid
  Rafael Yuki Amara Tomas Priya Elif Samuel Hana Diego Olga Kofi Clara Jonas Fatima Andre Selma Mateo Rosa Emil Thandi`
const LAST = `Silva Petrov Chen Haddad Novak Garcia Okafor Tanaka Müller Rossi Kowalski Nguyen Dubois Larsen Costa Ivanova
  Mensah Yamada Fischer Moreau Santos Popescu Andersen Kaya Lindqvist Ferrari Nowak Abebe Weber Ricci Horvat Diallo
  Castillo Sokolov Bauer Jansen Marino Keller Zielinski Wagner Romero Hughes Eriksen Toth Vega Quispe Mbeki Aoki`
const FIRMS = `Northwind Harbour Bluepeak Cedar Lumen Atlas Meridian Quartz Falcon Orchid Summit Delta Pioneer Amber Vector`
const TRADES = `Trading Logistics Media Foods Textiles Consulting Software Exports Travel Energy`
const SUBJECTS = `invoice rent payout salary refund subscription equipment commission advertising loan`

/** Chance that repeats itself: from 0 to 1 for row `n`, another series for each salt. */
const chance = (n: string, salt: number) => sql.raw(`((hashint8extended(${n}, ${salt}) & 2147483647) / 2147483648.0)`)
/** A word of a list; the higher the skew, the more often an early one. */
const word = (list: string, n: string, salt: number, skew = 2.2) => {
  const words = list.split(/\s+/)
  const array = sql`array[${sql.join(words.map((each) => sql.lit(each)))}]`
  return sql`(${array})[1 + floor(${sql.lit(words.length)} * ${chance(n, salt)} ^ ${sql.lit(skew)})::int]`
}

/** Makes the world unless it is there; answers how long it took, in seconds, when it was made. */
export async function ensureWorld(db: Kysely<Database>, size: number, say: (line: string) => void): Promise<number> {
  const known = await db.selectFrom('meta').select('v').where('k', '=', META_KEY).executeTakeFirst()
  const facts = known?.v as { version: number; size: number; seconds: number } | undefined
  if (facts?.version === VERSION && facts.size === size) return facts.seconds
  say(`building ${size} cases, once`)
  const started = performance.now()
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = off`.execute(connection)
    await seedRules(connection, [PLATFORM], ANCHOR)
    await sql`truncate ${sql.join([...TABLES, 'note', 'page_mark'].map((each) => sql.table(each)))} cascade`.execute(
      connection,
    )
    await putIndexesAside(connection, TABLES)
    await fillCustomers(connection, Math.ceil(size / 20))
    await fillTransactions(connection, size)
    await fillCases(connection)
    await fillAlerts(connection)
    await restoreIndexes(connection)
    // a visible row is one that an index alone can answer for
    await sql`vacuum analyze`.execute(connection)
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const v = JSON.stringify({ version: VERSION, size, seconds })
  await db
    .insertInto('meta')
    .values({ k: META_KEY, v })
    .onConflict((conflict) => conflict.column('k').doUpdateSet({ v }))
    .execute()
  return seconds
}

async function fillCustomers(db: Kysely<Database>, count: number): Promise<void> {
  const person = sql`${word(FIRST, 'n', 1)} || ' ' || ${word(LAST, 'n', 2)}`
  const firm = sql`${word(FIRMS, 'n', 3)} || ' ' || ${word(TRADES, 'n', 4)} || ' ' || n`
  await sql`
    insert into customer (platform, id, type, name, username, country, created_at)
    select ${PLATFORM}, (200000 + n)::text, type, name, lower(replace(name, ' ', '.')) || n,
      ${word('CA US GB DE BR IN FR PL NG TR', 'n', 5)}, ${ANCHOR}::timestamptz - interval '4 years'
    from (select n, case when n % 4 = 0 then 'business' else 'personal' end as type,
        case when n % 4 = 0 then ${firm} else ${person} end as name
      from generate_series(1, ${count}::bigint) n) as made`.execute(db)
}

/** A fifth of the customers make most of the payments; nine of ten leave, and half are of the last eight months. */
async function fillTransactions(db: Kysely<Database>, size: number): Promise<void> {
  const age = sql`${chance('n', 11)} ^ 1.6 * interval '1095 days' + interval '1 minute'`
  const usd = sql`round((20 * exp(7 * ${chance('n', 12)}))::numeric, 2)`
  const other = sql`${word(FIRST, 'n', 13)} || ' ' || ${word(LAST, 'n', 14)}`
  await sql`
    insert into transaction (platform, id, at, customer_id, direction, service, amount, currency, usd, country,
      counterparty_country, client_name, counterparty_name, data)
    select ${PLATFORM}, (4000000 + row_number() over (order by at, n))::text, at, c.id,
      case when ${chance('n', 15)} < 0.9 then 'outgoing' else 'incoming' end,
      ${word('p2p wire3rdParty eft', 'n', 16)},
      usd, 'USD', usd, ${word('CA US GB DE BR IN FR PL NG TR XK', 'n', 17)}, ${word('US CA GB MX CN AE RU', 'n', 18)},
      c.name, other, jsonb_build_object('transactionDesc', ${word(SUBJECTS, 'n', 19)} || ' ' || n % 9000,
        'clientUsername', c.username, 'beneficiaryName', other)
    from (
      select n, ${ANCHOR}::timestamptz - ${age} as at, ${usd} as usd, ${other} as other,
        (200001 + floor(${sql.lit(Math.ceil(size / 20))} * ${chance('n', 20)} ^ 3))::text as customer
      from generate_series(1, ${size}::bigint) n
    ) as paid join customer c on c.platform = ${PLATFORM} and c.id = paid.customer order by at, n`.execute(db)
}

/** Young cases are open, old ones are finished; one in fifty became an STR. */
async function fillCases(db: Kysely<Database>): Promise<void> {
  const days = sql`extract(epoch from (${ANCHOR}::timestamptz - t.at)) / 86400`
  const isOpen = sql`${chance('t.id::bigint', 31)} < exp(-${days} / 12)`
  const lines = ['id', 'subject', 'client_name', '', 'counterparty_name', '', 'username', '', '', '']
  const search = sql.join(
    lines.map((name) => (name ? sql`fold_text(${sql.ref(`t.${name}`)})` : sql`''`)),
    sql` || chr(10) || `,
  )
  await sql`
    insert into monitoring_case (platform, id, uuid, transaction_id, customer_id, customer_type, status, recommended_str,
      manager_id, created_at, finished_at, failed_rule, alert_count, open_alert_count, service, direction, amount,
      currency, usd, country, client_name, counterparty_name, search)
    select platform, 'PX' || id, md5('case ' || id)::uuid, id, customer_id, 'personal', state,
      case when state = 'complete' and ${chance('n', 32)} < 0.02 then 1 else 0 end,
      case when ${chance('n', 33)} < 0.8 then (array['analyst', 'analyst2', 'manager'])[1 + (n % 3)::int] end,
      at, case when state = 'complete' then at + interval '2 days' end, 'Large transaction', alerts,
      case when state = 'complete' then 0 else alerts end, service, direction, amount, currency, usd, country,
      client_name, counterparty_name, ${search}
    from (
      select t.*, t.id::bigint as n, t.data ->> 'transactionDesc' as subject, t.data ->> 'clientUsername' as username,
        case when ${isOpen} then case when ${chance('t.id::bigint', 34)} < 0.15 then 'await' else 'new' end
          when ${chance('t.id::bigint', 35)} < 0.02 then 'reject' else 'complete' end as state,
        case when ${chance('t.id::bigint', 36)} < 0.1 then 0 when ${chance('t.id::bigint', 36)} < 0.8 then 1 else 2 end as alerts
      from transaction t where t.platform = ${PLATFORM} order by t.at, t.id
    ) as t`.execute(db)
}

async function fillAlerts(db: Kysely<Database>): Promise<void> {
  const rule: RawBuilder<unknown> = sql`
    (select array_agg(r order by r.id) from rule r where r.platform = ${PLATFORM} and r.area = 'transaction')`
  await sql`
    insert into alert (platform, kind, case_id, customer_id, rule_id, rule_name, rule_type, rule_description, revision_id,
      level, status, created_at, resolved_at, resolved_by, trigger_info, criteria)
    select c.platform, 'transaction', c.id, c.customer_id, (r).id, (r).name, (r).type, (r).description, (r).revision_id,
      'alert', case when c.open_alert_count > 0 then 'new' else 'resolved' end, c.created_at, c.finished_at,
      case when c.finished_at is not null then 'analyst' end,
      jsonb_build_object('text', c.usd || ' USD in one payment', 'facts', '[]'::jsonb), (r).criteria
    from (select ${rule} as rules) as book
    cross join monitoring_case c
    cross join generate_series(1, c.alert_count) nth
    cross join lateral (select rules[1 + (c.transaction_id::bigint * 7 + nth) % array_length(rules, 1)] as r) as picked
    where c.platform = ${PLATFORM}`.execute(db)
}
