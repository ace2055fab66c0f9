/** Model configuration sets: named lists of values that rules refer to. */
import type { Transaction } from 'kysely'
import type { configSets } from '#contract/calls/config-sets.ts'
import type { ConfigSet, ConfigSetBody } from '#contract/model/config-set.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { record } from '#server/audit/audit.ts'
import { aboutHeader, type Context, type Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refuseFaults } from '#server/monitoring/filter/filter.ts'
import { faultsOfValues } from '#server/rules/policy.ts'
import { configSets as configSetsOf } from '#server/rules/queries.ts'
import type { Database } from '#server/schema/database.ts'
import { orTaken } from '#server/store/require-customer.ts'
import { bodiesWithConfigSet, findConfigSet, historyOf, listConfigSets } from './queries.ts'

const NAMES = { index: 'config_set_name', what: 'config set' }

const missing = (id: string) => new Refusal(404, `There is no config set ${id} here.`)

/** The stored body; blank and repeated values are dropped. */
function toRow({ name, comment, value }: ConfigSetBody) {
  return { name, comment, value: [...new Set(value.map((one) => one.trim()))].filter((one) => one !== '') }
}

const shown = ({ name, comment, value }: ReturnType<typeof toRow>) => ({ name, comment, value })

async function locked(tx: Transaction<Database>, context: Context, id: string): Promise<ConfigSet> {
  const set = await findConfigSet(tx, context.platform, id, { lock: true })
  if (!set) throw missing(id)
  return set
}

async function read(tx: Transaction<Database>, { platform }: Context, id: string): Promise<{ configSet: ConfigSet }> {
  const configSet = await findConfigSet(tx, platform, id)
  if (!configSet) throw missing(id)
  return { configSet }
}

/** Names of rules, for a sentence. */
const namesOf = ({ rules = [] }: ConfigSet) => rules.map(({ name }) => name)

/**
 * The effect of other values on the rules that name the set: refuses with 400 if one could not run, and with 409 under
 * four eyes on rules, since each would change without a proposal.
 */
async function checkUsers(tx: Transaction<Database>, context: Context, before: ConfigSet, value: string[]) {
  const names = namesOf(before)
  if (names.length === 0 || isSameValue(value, before.value)) return
  if (context.config.fourEyes.includes('rules')) {
    const why = `Rules refer to it: ${names.join(', ')}. With four eyes on rules its values stay: make another set and propose it for them.`
    throw new Refusal(409, why, { rules: names })
  }
  const id = String(before.id)
  const known = new Map((await configSetsOf(tx, context.platform)).map((set) => [set.id, set.value]))
  const users = await bodiesWithConfigSet(tx, context.platform, id)
  refuseFaults(faultsOfValues(users, { configSets: known }, { id, value }))
}

export const configSetsCalls: Handlers<typeof configSets> = {
  async list({ params }, { db }) {
    return { items: await listConfigSets(db, params.platform) }
  },

  create({ body }, context) {
    aboutHeader(context, body.platform)
    const row = toRow(body)
    const at = context.now()
    const write = context.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('config_set')
        .values({ ...row, platform: context.platform, created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await record(tx, context, {
        action: 'add config set',
        object: { kind: 'config set', id },
        version: 1,
        after: row,
      })
      return read(tx, context, id)
    })
    return orTaken(write, { ...NAMES, name: row.name })
  },

  change({ params: { configId }, body }, context) {
    aboutHeader(context, body.platform)
    const row = toRow(body)
    const write = context.db.transaction().execute(async (tx) => {
      const before = await locked(tx, context, configId)
      const version = (before.version ?? 0) + 1
      if (body.version !== undefined && body.version !== before.version) {
        throw new Refusal(409, 'Somebody changed the config set since you opened it.', before)
      }
      await checkUsers(tx, context, before, row.value)
      await tx
        .updateTable('config_set')
        .set({ ...row, updated_at: context.now(), version })
        .where('id', '=', configId)
        .execute()
      await record(tx, context, {
        action: 'change config set',
        object: { kind: 'config set', id: configId },
        version,
        before: shown(before),
        after: row,
      })
      return read(tx, context, configId)
    })
    return orTaken(write, { ...NAMES, name: row.name })
  },

  delete: ({ params: { configId } }, context) =>
    context.db.transaction().execute(async (tx) => {
      const before = await locked(tx, context, configId)
      const rules = namesOf(before)
      if (rules.length > 0) {
        throw new Refusal(409, `Rules refer to it: ${rules.join(', ')}. Take it out of them first.`, { rules })
      }
      await tx.deleteFrom('config_set').where('id', '=', configId).execute()
      await record(tx, context, {
        action: 'delete config set',
        object: { kind: 'config set', id: configId },
        before: shown(before),
      })
      return { message: 'Deleted.' }
    }),

  async view({ params }, { db }) {
    const configSet = await findConfigSet(db, params.platform, params.configId)
    if (!configSet) throw missing(params.configId)
    return { configSet }
  },

  async history({ params }, { db }) {
    if (!(await findConfigSet(db, params.platform, params.configId))) throw missing(params.configId)
    return { items: await historyOf(db, params.platform, params.configId) }
  },
}
