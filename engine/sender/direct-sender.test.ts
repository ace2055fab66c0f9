import { describe, expect, it } from 'vitest'
import type { Change } from '#engine/base/types.ts'
import { draft, VirtualClock, World } from '#tests/support/engine-world.ts'
import { FaultServer, type Fault } from '#tests/support/fault-server.ts'
import { Transport } from './transport.ts'
import { DirectSender } from './direct-sender.ts'

function without(faults: Fault[] = [], isOnline = true) {
  const clock = new VirtualClock()
  const server = new FaultServer(clock)
  server.faults = faults
  const changes: Change[] = []
  let signedOut = 0
  const direct = new DirectSender({
    transport: new Transport({
      fetch: server.fetch,
      clock,
      base: '/api',
      token: () => 'token',
      device: 'd',
      incarnation: 'i',
    }),
    clock,
    isOnline: () => isOnline,
    publish: (change) => changes.push(change),
    onSignedOut: () => (signedOut += 1),
  })
  /** Sends, with time going on whenever it is waited for. */
  const send = async (...drafts: ReturnType<typeof draft>[]) => {
    const ops = new World().newOps(drafts)
    let isOver = false
    const sent = direct.send(ops).finally(() => (isOver = true))
    sent.catch(() => (isOver = true))
    while (!isOver) {
      if (clock.waiting > 0) clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return (await sent).map(({ opId, error }) => [ops.findIndex(({ op }) => op.opId === opId), error.code])
  }
  const states = () => changes.flatMap(({ put }) => put.map(({ state }) => state))
  return { server, send, states, signedOut: () => signedOut }
}

const wait = draft('case.await', 'PX1')
const note = draft('case.note', 'PX2', { note: 'seen' })

describe('without storage', () => {
  it('35: without a connection an operation is not done, and never called saved', async () => {
    const { send, server, states } = without([], false)
    await expect(send(wait)).rejects.toThrow(/you are offline/)
    expect({ requests: server.requests, states: states() }).toEqual({ requests: [], states: [] })
  })

  it('35: an unreachable server is tried four times, then the operation counts as not done', async () => {
    const { send, server, states } = without()
    server.isOnline = false
    expect(await send(wait)).toEqual([[0, 'no-answer']])
    expect(states()).toEqual(['sending'])
  })

  it('35: after a refusal the later operations on the same case are not done', async () => {
    const { send, server, states } = without()
    server.faults.push({ type: 'status', status: 403 })
    expect(await send(wait, note)).toEqual([
      [0, 'forbidden'],
      [1, 'forbidden'],
    ])
    expect({ states: states(), ledger: server.ledger }).toEqual({ states: ['sending', 'sending'], ledger: [] })
  })

  it('35: without a session an operation is not done, and the user is told to sign in', async () => {
    const { send, server, signedOut } = without()
    server.isSignedIn = false
    expect(await send(wait)).toEqual([[0, 'signed-out']])
    expect(signedOut()).toBe(1)
  })

  it('35: online, operations are done at once and in order', async () => {
    const { send, server, states } = without()
    expect(await send(wait, note, draft('case.renew', 'PX1'))).toEqual([])
    expect(server.ledger.map(({ kind }) => kind)).toEqual(['case.await', 'case.note', 'case.renew'])
    expect(states().slice(3)).toEqual(['acked', 'acked', 'acked'])
  })

  it.each([{ type: 'lost-before' }, { type: 'lost-after' }, { type: 'garbled' }] as const)(
    '35: an operation has one effect where the answer is $type',
    async (fault) => {
      const { send, server } = without([fault])
      expect(await send(wait)).toEqual([])
      expect(server.ledger).toHaveLength(1)
    },
  )
})
