import { NOON } from '#tests/support/world.ts'
import { note, platform, type Rows } from './row.ts'

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
}
