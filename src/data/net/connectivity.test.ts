import { expect, it } from 'vitest'
import { SERVER_HEADER } from '#contract/request.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { createConnectivity, pingServer } from './connectivity.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

interface State {
  isUp: boolean
  pings: number
  hint: (online: boolean) => void
  seen: boolean[]
}

function open() {
  const clock = new VirtualClock()
  const state: State = { isUp: true, pings: 0, hint: () => undefined, seen: [] }
  const connectivity = createConnectivity({
    clock,
    ping: async () => {
      state.pings += 1
      return state.isUp ? 'server' : 'nothing'
    },
    hints(changed) {
      state.hint = changed
      return () => undefined
    },
  })
  connectivity.subscribe(() => state.seen.push(connectivity.isOnline()))
  return { clock, connectivity, state }
}

it('trusts the heartbeat over a browser that reports a network', async () => {
  const { connectivity, state, clock } = open()
  state.isUp = false
  connectivity.start()
  await settle()
  state.hint(true)
  await settle()
  expect({ online: connectivity.isOnline(), heard: connectivity.lastHeard() }).toEqual({ online: false, heard: null })
  state.isUp = true
  clock.advance(3000)
  await settle()
  expect({ online: connectivity.isOnline(), heard: connectivity.lastHeard(), seen: state.seen }).toEqual({
    online: true,
    heard: clock.now(),
    seen: [false, true],
  })
})

it('trusts at once a browser that reports no network, and still asks', async () => {
  const { connectivity, state } = open()
  connectivity.start()
  await settle()
  state.hint(false)
  expect(connectivity.isOnline()).toBe(false)
  await settle()
  expect({ online: connectivity.isOnline(), pings: state.pings }).toEqual({ online: true, pings: 2 })
})

it('stops asking when it is stopped', async () => {
  const { connectivity, state, clock } = open()
  const stop = connectivity.start()
  await settle()
  stop()
  clock.advance(600_000)
  await settle()
  expect(state.pings).toBe(1)
})

it('treats neither a failure nor a captive portal’s page as a connection', async () => {
  const answers = [
    () => Promise.reject(new TypeError('no route')),
    async () => new Response('down', { status: 503 }),
    async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    async () => Response.json({ ok: true }),
    async () => Response.json({ login: 'https://portal.example' }, { status: 511 }),
    async () => Response.json({ ok: true }, { headers: { [SERVER_HEADER]: '1' } }),
  ]
  const signs = (isProven: boolean) => Promise.all(answers.map((answer) => pingServer(answer, '', { isProven })))
  expect(await signs(false)).toEqual(['nothing', 'nothing', 'other', 'server', 'nothing', 'server'])
  expect(await signs(true)).toEqual(['nothing', 'nothing', 'other', 'other', 'other', 'server'])
})
