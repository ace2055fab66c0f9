import { NOON, type World } from '#tests/support/world.ts'
import { byPlatform, RULE_WRITERS, platform, type Rows } from './row.ts'

let made = 0
const body = () => ({ name: `Countries ${(made += 1)}`, value: ['IR'], comment: '', platform })

async function freshSet({ db }: World): Promise<string> {
  const { id } = await db
    .insertInto('config_set')
    .values({ ...body(), created_at: NOON, updated_at: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const configSets: Rows = {
  list: { input: byPlatform },
  create: { input: () => ({ body: body() }), who: RULE_WRITERS },
  change: {
    input: async (_, world) => ({ params: { configId: await freshSet(world) }, body: body() }),
    who: RULE_WRITERS,
  },
  delete: { input: async (_, world) => ({ params: { configId: await freshSet(world) } }), who: RULE_WRITERS },
  view: { input: async (_, world) => ({ params: { platform, configId: await freshSet(world) } }) },
  history: { input: async (_, world) => ({ params: { platform, configId: await freshSet(world) } }) },
}
