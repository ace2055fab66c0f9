import { randomUUID } from 'node:crypto'
import { NOON } from '#tests/support/world.ts'
import { everybody, note, nothing, platform, type Rows } from './row.ts'

export const sync: Rows = {
  ops: {
    input: (one) => ({
      body: {
        device: 'desk',
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
  registerDevice: { input: () => ({ body: { device: randomUUID(), label: 'Desk' } }) },
  devices: { input: nothing },
  // nobody has such a device, and nobody is told whose it is
  revokeDevice: { input: () => ({ params: { device: 'nobody-s' } }), who: everybody(404) },
  receipts: { input: () => ({ body: { opIds: [] } }) },
  tombstones: { input: () => ({ body: { device: 'desk', items: [{ devSeq: 1, fate: 'undone' }] } }) },
  storageReset: { input: () => ({ body: { device: 'desk', lastSeq: 3, pending: 2 } }) },
  stream: { input: () => ({ query: { platform } }) },
}
