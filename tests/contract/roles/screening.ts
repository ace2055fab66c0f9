import type { World } from '#tests/support/world.ts'
import { nothing, RULE_WRITERS, type Rows } from './row.ts'

/** A list of its own for every way in. */
let made = 0
async function aList({ db }: World): Promise<string> {
  const source = `list-${(made += 1)}`
  await db
    .insertInto('sanctions_list')
    .values({ source, name: source, digest: source, entries: 0, names: 0, imported_at: new Date(0), unusable: '{}' })
    .execute()
  return source
}

export const screening: Rows = {
  hits: { input: nothing },
  lists: { input: nothing },
  changes: { input: async (_, world) => ({ params: { source: await aList(world) } }) },
  thresholds: { input: nothing },
  previewThreshold: {
    input: async (_, world) => ({ body: { source: await aList(world), kind: 'individual', threshold: 0.8 } }),
  },
  setThreshold: {
    input: async (_, world) => ({
      body: { source: await aList(world), kind: 'entity', threshold: 0.8, version: 0, reason: 'Tried.' },
    }),
    who: RULE_WRITERS,
  },
  adverseNames: { input: nothing },
  addAdverseName: {
    input: async () => ({
      body: {
        name: `Adverse ${(made += 1)}`,
        aliases: [],
        kind: 'individual',
        birth: null,
        country: null,
        reason: 'Tried.',
      },
    }),
    who: RULE_WRITERS,
  },
  removeAdverseName: {
    input: async (_, { db }) => {
      const { id } = await db
        .insertInto('adverse_name')
        .values({
          name: `Adverse ${(made += 1)}`,
          aliases: [],
          kind: 'individual',
          reason: 'Tried.',
          added_by: 'manager',
          added_at: new Date(0),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { name: id }, body: { reason: 'Tried.' } }
    },
    who: RULE_WRITERS,
  },
}
