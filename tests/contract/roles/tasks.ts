import { randomUUID } from 'node:crypto'
import { insertTask } from '#server/tasks/queries.ts'
import { NOON } from '#tests/support/world.ts'
import { freshAllowlist } from './allowlists.ts'
import { nothing, platform, type Rows } from './row.ts'

export const tasks: Rows = {
  list: { input: nothing },
  view: {
    input: async (one, world) => {
      const { id: allowlistId, versionId } = await freshAllowlist(world)
      const task = { uuid: randomUUID(), platform, kind: 'resolve-alerts', allowlistId, versionId }
      await world.db
        .transaction()
        .execute((tx) => insertTask(tx, { ...task, author: 'manager', at: NOON }, one.alertIds))
      return { params: { uuid: task.uuid } }
    },
  },
}
