/** Model configuration sets: named lists of values that rules refer to. */
import type { Transaction } from 'kysely'
import type { configSets } from '#contract/calls/rules/config-sets.ts'
import type { ConfigSet } from '#contract/model/config-set.ts'
import { record } from '#server/audit/audit.ts'
import { aboutHeader, type Context, type Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { DECIDED_OTHERWISE, returnOpen } from '#server/four-eyes/request-approval.ts'
import type { Database } from '#server/schema/database.ts'
import { orTaken } from '#server/store/require-customer.ts'
import { findConfigSet, historyOf, listConfigSets } from './queries.ts'
import { namesOf, needsSecond, proposeValues, shown, toRow, writeValues } from './write.ts'

const NAMES = { index: 'config_set_name', what: 'config set' }

const missing = (id: string) => new Refusal(404, `There is no config set ${id} here.`)

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
      if (body.version !== undefined && body.version !== before.version) {
        throw new Refusal(409, 'Somebody changed the config set since you opened it.', before)
      }
      if (await needsSecond(tx, context, before, row.value)) await proposeValues(tx, context, before, row)
      else await writeValues(tx, context, before, row, { action: 'change config set' })
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
      await returnOpen(tx, context, { kind: 'config set', id: configId }, DECIDED_OTHERWISE)
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
