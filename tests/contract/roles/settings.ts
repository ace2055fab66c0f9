import { everybody, MANAGERS, nothing, type Rows } from './row.ts'

const value = { title: 'Mine', list: 'cases', filter: { status: 'new' } }
let last = 0

/** A shared view under a name of its own. */
const shared = () => ({ body: { scope: 'shared', kind: 'view', id: `shared-${++last}`, version: 0, value } })

export const settings: Rows = {
  list: { input: nothing },
  // what is one's own is open to everybody; the table's test asks for what is shared
  save: { input: shared, who: { ...MANAGERS, 'analyst-px': 403 } },
  // nobody has a document of this name: whoever gets in is told so
  remove: {
    input: () => ({ params: { scope: 'mine', kind: 'view', id: 'none' }, query: { version: 1 } }),
    who: everybody(404),
  },
}
