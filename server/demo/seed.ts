/**
 * The demo world: customers, payments, typologies with their ground truth, and the staff's past actions. Generated from a
 * seed, ingested like live payments, and dated to end at an anchor that the database stores.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Config } from '#server/core/config.ts'
import type { Account } from '#server/core/context.ts'
import { toAccount } from '#server/identity/accounts.ts'
import { seedRules } from '#server/monitoring/default-rules.ts'
import type { Database } from '#server/schema/database.ts'
import { storeList, listsInForce } from '#server/screening/store-list.ts'
import { readList } from '#server/screening/lists/read.ts'
import { putIndexesAside, restoreIndexes } from '#server/store/put-indexes-aside.ts'
import { seedAllowlists } from './allowlists.ts'
import { loadDistrict, type LoadedDistrict } from './load-district.ts'
import { seedCustomers } from './customers.ts'
import { handleAccountAlerts } from './customers/account-alerts.ts'
import { seedAccountRules } from './customers/rules.ts'
import type { District, PlatformSize } from './district.ts'
import { seedDocuments } from './documents.ts'
import { seedHelpdesk, seedTickets } from './helpdesk.ts'
import { actsOn } from './history.ts'
import { randomOf } from './random.ts'
import { RARE_RULES } from './rare-rules.ts'
import { mayWriteRules, seedDefaultRules } from './rules.ts'
import { seedDecisions } from './sanctions.ts'
import { sealHistory } from './seal-history.ts'
import { recordHistory, writeHistory, type Worked } from './write-history.ts'

export type DemoSize = 'none' | 'small' | 'large'

const MAIN_PLATFORM = 'paxum'
/** A district of about 1,100 cases, and one of about 75. */
const MAIN = { customers: 420, payments: 4000, stories: 710 }
const OTHER = { customers: 40, payments: 240, stories: 62 }
/** The districts of the main platform and those of each other one. */
const SIZES: Record<'small' | 'large', Record<'main' | 'other', PlatformSize & { districts: number }>> = {
  /** About 2,000 cases. */
  small: { main: { districts: 1, ...MAIN }, other: { districts: 1, ...OTHER } },
  /**
   * About 100,000 cases. Each district takes some time whatever its size, so there are few and large ones; everyday
   * payments, which nobody opens, are fewer for each case than in the small world.
   */
  large: {
    main: { districts: 30, customers: 420, payments: 1200, stories: 1550 },
    other: { districts: 4, customers: 200, payments: 300, stories: 720 },
  },
}

/** The tables that grow most, and the indexes that generating the world uses. */
const GROWING = ['transaction', 'monitoring_case', 'alert', 'note', 'audit'] as const
const ASKED = [
  'transaction_customer',
  'transaction_counterparty',
  'case_transaction',
  'case_customer',
  'alert_once',
  'alert_customer',
]

const META_KEY = 'demo'
interface Progress {
  size: 'small' | 'large'
  anchor: string
  /** The number of loaded districts, in the order of `demoDistricts`. */
  done: number
}

/**
 * The districts of a demo world of a size: the first one of every platform, then the second, so that the statistics of
 * the database soon fit what follows.
 */
export function demoDistricts(size: 'small' | 'large'): District[] {
  const districts = PLATFORMS.flatMap(({ name: platform }) => {
    const { districts: count, ...each } = SIZES[size][platform === MAIN_PLATFORM ? 'main' : 'other']
    return Array.from({ length: count }, (_, number) => Object.assign({ platform, number }, each))
  })
  return districts.toSorted((a, b) => a.number - b.number)
}

/**
 * Generates the demo world unless it exists. After a crash it is resumed where it stopped, with the anchor of the first
 * start. The accounts of the staff have to exist. `small` takes seconds, `large` minutes.
 */
export async function seedDemo(
  db: Kysely<Database>,
  { size, now, config }: { size: DemoSize; now: Date; config: Config },
): Promise<void> {
  if (size === 'none') return
  await db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(hashtextextended('seed-demo', 0))`.execute(holder)
    try {
      await seedOnce(db, size, { now, config })
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('seed-demo', 0))`.execute(holder)
    }
  })
}

async function seedOnce(
  db: Kysely<Database>,
  size: 'small' | 'large',
  { now, config }: { now: Date; config: Config },
): Promise<void> {
  const progress = await begin(db, size, now)
  const anchor = new Date(progress.anchor)
  const districts = demoDistricts(progress.size)
  if (progress.done >= districts.length) return
  const accounts = (await db.selectFrom('account').selectAll().execute()).map(toAccount)
  if (accounts.length === 0) throw new Error('The demo world needs its staff: save the demo accounts first.')
  const platforms = PLATFORMS.map(({ name }) => name)
  await seedRules(db, platforms, new Date(anchor.getTime() - 200 * 86_400_000), RARE_RULES)
  await seedAccountRules(db, platforms, new Date(anchor.getTime() - 200 * 86_400_000))
  await seedHelpdesk(db, platforms)
  if ((await listsInForce(db)).length === 0) await storeList(db, await readList(undefined), anchor)
  if (progress.size === 'large') await putIndexesAside(db, GROWING, ASKED)
  // the next district is loaded while the history of this one is written: the database does both at once
  let working = Promise.resolve()
  for (const [index, district] of districts.entries()) {
    if (index < progress.done) continue
    const staff = staffOf(accounts, district.platform)
    const arriving = loadDistrict(db, district, staff, anchor)
    await Promise.allSettled([arriving, working])
    await working
    working = work(db, await arriving, { staff, accounts, anchor, config }, { ...progress, done: index + 1 })
  }
  await working
  await restoreIndexes(db)
}

async function begin(db: Kysely<Database>, size: 'small' | 'large', now: Date): Promise<Progress> {
  const anchor = new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString()
  const fresh: Progress = { size, anchor, done: 0 }
  await db
    .insertInto('meta')
    .values({ k: META_KEY, v: JSON.stringify(fresh) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { v } = await db.selectFrom('meta').select('v').where('k', '=', META_KEY).executeTakeFirstOrThrow()
  return v as Progress
}

/** Writes what the staff did in a district, and its further data; changes nothing outside it. */
async function work(
  db: Kysely<Database>,
  arrived: LoadedDistrict,
  {
    staff,
    accounts,
    anchor,
    config,
  }: { staff: readonly string[]; accounts: readonly Account[]; anchor: Date; config: Config },
  progress: Progress,
): Promise<void> {
  const { platform, number } = arrived
  await db.transaction().execute(async (tx) => {
    const cases = await openCases(tx, arrived)
    const worked = cases.map((one): Worked => {
      const random = randomOf(`docket history 1 ${platform} ${one.id}`)
      return { ...one, acts: staff.length === 0 ? [] : actsOn(random, one, staff, anchor) }
    })
    const byId = new Map(accounts.map((account) => [account.id, account]))
    await writeHistory(tx, platform, worked)
    await seedCustomers(tx, arrived, anchor)
    await handleAccountAlerts(tx, platform, arrived.accountAlerts, byId)
    await seedTickets(tx, arrived, byId, anchor)
    await seedDecisions(tx, arrived, { accounts: byId, staff, anchor })
    await seedDocuments(tx, arrived, { accounts: byId, staff, anchor })
    const seals = number === 0 ? await sealHistory(tx, { platform, config }, worked) : new Map<never, never>()
    await recordHistory(tx, platform, worked, { staff: byId, seals })
    if (number === 0) {
      const writers = { platform, managers: accounts.filter((one) => mayWriteRules(one, platform)), anchor }
      await seedDefaultRules(tx, writers)
      await seedAllowlists(tx, writers)
    }
    await tx
      .updateTable('meta')
      .set({ v: JSON.stringify(progress) })
      .where('k', '=', META_KEY)
      .execute()
  })
}

/** The analysts and managers of the platform; its administrators if it has none. */
function staffOf(accounts: readonly Account[], platform: string): string[] {
  const ofPlatform = accounts.filter(({ platforms }) => platforms.includes(platform))
  const atWork = ofPlatform.filter(({ roles }) => roles.every((role) => role === 'analyst' || role === 'manager'))
  return (atWork.length > 0 ? atWork : ofPlatform).map(({ id }) => id).toSorted()
}

async function openCases(
  tx: Transaction<Database>,
  { platform, transactionIds, laundering }: LoadedDistrict,
): Promise<Omit<Worked, 'acts'>[]> {
  const cases = await tx
    .selectFrom('monitoring_case')
    .select(['id', 'transaction_id', 'customer_id', 'created_at', 'client_name', 'counterparty_name', 'usd'])
    .where('platform', '=', platform)
    .where('status', '=', 'new')
    .where('transaction_id', '=', sql<string>`any(${transactionIds})`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const alerts = await tx
    .selectFrom('alert')
    .select(['id', 'case_id', 'rule_name', 'level', sql<string>`trigger_info->>'text'`.as('text')])
    .where('platform', '=', platform)
    .where('case_id', '=', sql<string>`any(${cases.map(({ id }) => id)})`)
    .orderBy('id')
    .execute()
  const ofCase = new Map<string | null, typeof alerts>()
  for (const alert of alerts) ofCase.set(alert.case_id, [...(ofCase.get(alert.case_id) ?? []), alert])
  return cases.map((row) => {
    const its = ofCase.get(row.id) ?? []
    return {
      id: row.id,
      customerId: row.customer_id,
      createdAt: row.created_at,
      slots: { client: row.client_name, counterparty: row.counterparty_name, usd: row.usd },
      alerts: its.map(({ id, rule_name, text }) => ({ id, rule: rule_name, trigger: text })),
      activeHardStops: new Set(its.filter(({ level }) => level === 'hardstop').map(({ id }) => id)),
      isLaundering: laundering.has(row.transaction_id),
    }
  })
}
