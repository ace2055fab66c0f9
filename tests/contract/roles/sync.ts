import { randomUUID } from 'node:crypto'
import { NOON, type World } from '#tests/support/world.ts'
import { note, nothing, platform, type Rows } from './row.ts'

async function deviceOf(db: World['db'], account: string): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('device')
    .values({ account_id: account, id, registered_at: NOON, seen_at: NOON, revoked_at: null })
    .execute()
  return id
}

export const sync: Rows = {
  ops: {
    ofAnother: { status: 401 },
    input: async (one, { db }, account) => ({
      body: {
        device: await deviceOf(db, account),
        incarnation: 'one',
        ops: [
          {
            opId: crypto.randomUUID(),
            devSeq: 1,
            kind: 'case.note',
            kindV: 1,
            target: { platform, customerId: one.customerId, caseId: one.id },
            body: { note },
            clientTime: NOON.toISOString(),
            skewMs: null,
            offline: false,
          },
        ],
      },
    }),
  },
  snapshot: { input: () => ({ query: { platform, kind: 'case' } }) },
  rows: { input: () => ({ query: { platform, since: '' } }) },
  // a device is of the account that was first to name it
  registerDevice: {
    input: async (_, { db }, account) => ({ body: { device: await deviceOf(db, account), label: 'Desk' } }),
    ofAnother: { status: 401 },
  },
  devices: { input: nothing },
  // nobody is told whose it is
  revokeDevice: {
    input: async (_, { db }, account) => ({ params: { device: await deviceOf(db, account) } }),
    ofAnother: { status: 404 },
  },
  receipts: { input: () => ({ body: { opIds: [] } }) },
  tombstones: { input: () => ({ body: { device: 'desk', items: [{ devSeq: 1, fate: 'undone' }] } }) },
  storageReset: { input: () => ({ body: { device: 'desk', lastSeq: 3, pending: 2 } }) },
  stream: {
    input: async (_, { db }, account) => ({ query: { platform, device: await deviceOf(db, account) } }),
    ofAnother: { status: 401 },
  },
}
