import { NOON } from '#tests/support/world.ts'
import { MANAGERS, nothing, platform, type Rows } from './row.ts'

const value = { title: 'Mine', list: 'cases', filter: { status: 'new' } }
let last = 0

/** A shared view under a name of its own. */
const shared = () => ({ body: { scope: 'shared', kind: 'view', id: `shared-${++last}`, version: 0, value } })

export const settings: Rows = {
  list: { input: nothing },
  // a person's own documents are open to everybody; the table's test asks for shared ones
  save: { input: shared, who: { ...MANAGERS, 'analyst-px': 403 } },
  remove: {
    input: async (_, { db }, owner) => {
      const row = { owner, platform, kind: 'view', id: `own-${++last}`, value: JSON.stringify(value) }
      const { id, version } = await db
        .insertInto('setting')
        .values({ ...row, updated_at: NOON, updated_by: owner })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
      return { params: { scope: 'mine', kind: 'view', id }, query: { version } }
    },
    // nobody can name another person's
    ofAnother: { status: 404 },
  },
}
