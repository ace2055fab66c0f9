import { expect, it } from 'vitest'
import { createConnectivity } from '#src/data/net/connectivity.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { Pending, type PendingOp } from './pending.ts'
import { checkAfterAnswers } from './when-answered.ts'

const entry = (state: PendingOp['state']): PendingOp => ({
  op: {
    opId: 'a',
    at: 0,
    by: { id: 'u1', name: 'Ana' },
    kind: 'case.await',
    target: { platform: 'paxum', customerId: '7', caseId: 'PX1' },
    body: {},
  },
  state,
  label: 'Await',
  group: 'g',
  commandId: 'case.await',
  holdUntil: 0,
  seq: 1,
  attempts: 0,
  nextAt: 0,
})

it('a window that says offline asks the server as soon as something else has sent', async () => {
  let isUp = false
  let pings = 0
  const connectivity = createConnectivity({
    clock: new VirtualClock(),
    ping: async () => {
      pings += 1
      return isUp ? 'server' : 'nothing'
    },
    hints: () => () => undefined,
  })
  const pending = new Pending()
  checkAfterAnswers(pending, connectivity)
  await connectivity.check()
  pending.change([entry('ready')])
  pending.change([entry('sending')])
  expect({ pings, online: connectivity.isOnline() }).toEqual({ pings: 1, online: false })
  isUp = true
  pending.change([entry('acked')])
  await expect.poll(connectivity.isOnline).toBe(true)
  // from then on the heartbeat tells
  pending.change([entry('acked')])
  pending.change([], ['a'])
  expect(pings).toBe(2)
})
