/** Customers, what is known of one, searches, and contracts. */
import { sql, type SqlBool } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { customers } from '#contract/calls/customers.ts'
import { foldText } from '#contract/fold-text.ts'
import { toStamp } from '#contract/model/common.ts'
import { readCustomerType, type customerNote } from '#contract/model/customer.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { readDates } from '#server/core/ranges.ts'
import { Refusal } from '#server/core/refusal.ts'
import { canWorkOn } from '#server/identity/workers.ts'
import { decideHit } from '#server/screening/decide.ts'
import { hitsOf } from '#server/screening/hits.ts'
import { checkPageSize, requireCustomer } from '#server/store/require-customer.ts'
import { containing, type Db } from '#server/store/sql.ts'
import { activityOf } from './activity.ts'
import { companyTreeOf } from './company-tree.ts'
import { findContract, listContracts } from './contracts.ts'
import { customerNotesOf, documentsOf, findCustomer, infoOf, riskProfileOf } from './info.ts'
import { logOf } from './log.ts'
import type { CustomerRow } from './profile.ts'
import { listCustomers } from './queries.ts'
import { transactionsOf } from './transactions.ts'

/** More than anybody reads; a longer term finds fewer. */
const MOST = 50

interface Found {
  id: string
  name: string
  detail: string
}

/** Customers of a platform by name, user name or id, by name; an empty term finds any. */
async function findCustomers(db: Db, platform: string, term: string): Promise<Found[]> {
  return db
    .selectFrom('customer')
    .select(['id', 'name'])
    .select(sql<string>`concat_ws(', ', type, nullif(username, ''))`.as('detail'))
    .where('platform', '=', platform)
    .where(sql<SqlBool>`search like ${containing(foldText(term))}`)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** Staff with access to a platform by name or e-mail, by name. */
async function findStaff(db: Db, platform: string, term: string): Promise<Found[]> {
  const name = sql<string>`p.first_name || ' ' || p.last_name`
  return db
    .selectFrom('account as p')
    .select(['p.id', 'p.email as detail'])
    .select(name.as('name'))
    .where(canWorkOn(platform))
    .where(sql<SqlBool>`fold_text(${name} || chr(31) || p.email) like ${containing(foldText(term))}`)
    .orderBy(name)
    .orderBy('p.id')
    .limit(MOST)
    .execute()
}

/** Stores the note under the writer's name, with its entry in the audit. */
async function addCustomerNote(
  context: Context,
  { platform, id }: { platform: string; id: string },
  text: string,
): Promise<z.infer<typeof customerNote>> {
  const { db, account, now } = context
  const note = { id: randomUUID(), text, author: account.fullName }
  const at = now()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('customer_note')
      .values({ ...note, platform, customer_id: id, created_at: at })
      .execute()
    await record(tx, context, { action: 'add note', object: { kind: 'customer', id }, platform, note: text })
  })
  return { ...note, createAt: toStamp(at) }
}

/** Staff of the requested platform, nobody without one; the specification has two addresses for it. */
const searchStaff = async ({ params }: { params: { term: string } }, { db, platform }: Context) => ({
  items: platform === '' ? [] : await findStaff(db, platform, params.term),
})

async function customerOf(
  { db }: Context,
  { platform, customerId }: { platform: string; customerId: string },
): Promise<CustomerRow> {
  const row = await findCustomer(db, platform, customerId)
  if (!row) throw new Refusal(404, `There is no customer ${customerId} here.`)
  return row
}

export const customersCalls: Handlers<typeof customers> = {
  async list({ query }, context) {
    const isAsked = Object.keys(query).length > 0
    const usual = isAsked ? PAGE_SIZES.customers : PAGE_SIZES.customersWithoutQuery
    const { page = 1, pageSize = usual, platform = context.platform, 'date[]': dates, type: typed, ...filter } = query
    checkPageSize(pageSize)
    const type = typed === undefined || typed === '' ? undefined : readCustomerType(typed)
    if (typed && !type) throw new Refusal(400, 'type: personal or business')
    const between = readDates('date[]', dates)
    const at = { page, pageSize, reader: context.account.id, now: context.now() }
    return listCustomers(context.db, platform, { ...filter, type, between }, at)
  },

  async info({ params }, context) {
    return infoOf(context.db, await customerOf(context, params))
  },

  async transactions({ params, query }, context) {
    const { page = 1, pageSize = PAGE_SIZES.customers, 'date[]': dates, ...filter } = query
    checkPageSize(pageSize)
    const between = readDates('date[]', dates)
    const customer = await customerOf(context, params)
    const at = { page, pageSize, reader: context.account.id, now: context.now() }
    return transactionsOf(context.db, customer, { ...filter, between }, at)
  },

  async activity({ params }, context) {
    return activityOf(context.db, await customerOf(context, params), context.now())
  },

  async riskProfile({ params }, context) {
    return riskProfileOf(context.db, await customerOf(context, params))
  },

  async sanctions({ params }, context) {
    await requireCustomer(context, params)
    return { items: await hitsOf(context.db, params.platform, params.customerId) }
  },

  decideSanction: ({ params: { matchId, ...whose }, body }, context) =>
    decideHit(context, { ...whose, id: matchId }, body),

  async documents({ params }, context) {
    return { items: await documentsOf(context.db, await customerOf(context, params)) }
  },

  async notes({ params }, context) {
    return { items: await customerNotesOf(context.db, await customerOf(context, params)) }
  },

  async addNote({ params, body }, context) {
    return addCustomerNote(context, await customerOf(context, params), body.note)
  },

  async companyTree({ params }, context) {
    return companyTreeOf(context.db, await customerOf(context, params))
  },

  async log({ params }, context) {
    await requireCustomer(context, params)
    return { items: await logOf(context.db, params.platform, params.customerId) }
  },

  async searchPlatforms({ params }, { account }) {
    const term = params.term.trim().toLowerCase()
    const fits = PLATFORMS.filter(
      ({ name, label, code }) =>
        account.platforms.includes(name) && [name, label, code].some((text) => text.toLowerCase().includes(term)),
    )
    return { items: fits.map(({ name, label, code }) => ({ id: name, name: label, detail: code })) }
  },

  searchUsers: searchStaff,
  findUsers: searchStaff,

  async search({ params }, { db }) {
    return { items: await findCustomers(db, params.platform, params.term) }
  },

  async contracts({ query }, context) {
    const { page = 1, pageSize = PAGE_SIZES.customers, platform = context.platform, ...filter } = query
    checkPageSize(pageSize)
    const at = { page, pageSize, reader: context.account.id, now: context.now() }
    return listContracts(context.db, platform, filter, at)
  },

  async contract({ params }, { db }) {
    const found = await findContract(db, params.platform, params.contractId)
    if (!found) throw new Refusal(404, `There is no contract ${params.contractId} here.`)
    return found
  },
}
