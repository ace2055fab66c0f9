import { NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { note, nothing, platform, type Rows } from './row.ts'

/** The release of a hard stop that somebody asks for who decides on nothing here. */
const byApproval =
  (more: object) =>
  async (one: MadeCase, { db }: World) => {
    const [alertId = ''] = one.alertIds
    const { id, version } = await db
      .insertInto('approval')
      .values({
        platform,
        kind: 'hardstop',
        object_kind: 'alert',
        object_id: alertId,
        label: `Hard stop on ${one.id}`,
        customer_id: one.customerId,
        case_id: one.id,
        version: '1',
        body: JSON.stringify({ status: 'resolved', note }),
        reason: note,
        author: 'outsider',
        at: NOON,
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    return { params: { approvalId: id }, body: { note, version, ...more } }
  }

export const approvals: Rows = {
  list: { input: nothing },
  count: { input: nothing },
  approve: { input: byApproval({}) },
  return: { input: byApproval({ version: undefined }) },
}
