/** The calls that this server adds to the catalogue. */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { sync } from '#contract/calls/sync.ts'
import { REASONS } from '#contract/model/values.ts'
import { ConcurrencyLimit } from '#server/core/concurrency-limit.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import type { SignIn } from '#server/identity/sign-in.ts'
import type { Pokes } from '#server/store/pokes.ts'
import type { Store } from '#server/store/pool.ts'
import {
  checkDevice,
  devicePolicyOf,
  devicesOf,
  lockDevice,
  lockTicket,
  registerDevice,
  revokeDevice,
  unlockDevice,
} from './devices.ts'
import { changesSince, snapshotLines } from './feed.ts'
import { runBatch } from './run-batch.ts'
import { recordTombstones, recordLost, unknownOf } from './device-gaps.ts'
import { Revocations } from './revocations.ts'
import { eventStream } from './stream.ts'

/** Characters of a chunk: fewer, larger writes. */
const CHUNK = 64 * 1024

/** NDJSON, compressed where the client takes it. `onError` hears of an answer that breaks off. */
function linesResponse(request: Request, lines: AsyncIterable<string>, onError: (error: unknown) => void): Response {
  const text = Readable.from(inChunks(lines))
  const headers = { 'content-type': 'application/x-ndjson', vary: 'accept-encoding' }
  const takesGzip = request.headers.get('accept-encoding')?.includes('gzip') ?? false
  if (!takesGzip) return new Response(toBody(text), { headers })
  // the least compression already gives most of it, at a third of the time
  const packed = pipeline(text, createGzip({ level: 1 }), (error) => error && onError(error))
  return new Response(toBody(packed), { headers: { ...headers, 'content-encoding': 'gzip' } })
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = ''
  for await (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < CHUNK) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

const toBody = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream

import packageJson from '../../package.json' with { type: 'json' }

/** Event streams of an account at the same time: a window on each of some devices, and what a broken line leaves behind. */
const STREAMS = 10
/** Batches of an account at the same time: a device sends one after the other, and each takes connections of everybody. */
const BATCHES = 2
const BATCHES_WAITING = 20

/** The services that the calls of this area use; the limiter is the one that counts requests. */
interface Services {
  store: Store
  log: Logger
  pokes: Pokes
  limiter: { take(key: string, count: number): void }
  sessions: Sessions
  signIn: SignIn
}

export function syncCalls({ store, log, pokes, limiter, sessions, signIn }: Services): Handlers<typeof sync> {
  const losses = new Revocations(store.db, pokes, (err) => log.warn({ err }, 'listeners could not be checked'))
  const streams = new ConcurrencyLimit(STREAMS, 'This account listens too often already: close a window.')
  const batches = new ConcurrencyLimit(BATCHES, 'Other batches of this account are still under way.', BATCHES_WAITING)
  const markLocked = ({ request }: Context, reply: object, isLocked: boolean) =>
    Response.json(reply, { headers: { 'set-cookie': signIn.markLocked(request, isLocked) } })
  return {
    capabilities: async (_, { config }) => ({
      version: packageJson.version,
      ops: true,
      feed: true,
      settings: true,
      reasons: REASONS,
      holdSeconds: config.holdSeconds,
      dwellMs: config.dwellMs,
      fourEyes: [...config.fourEyes],
      claims: config.claims,
      facts: true,
      sanctionDecisions: true,
      assistantRoles: config.assistant.roles,
      ticketTemplates: true,
      trials: true,
      conditions: true,
      demo: config.demo !== 'none',
    }),

    async ops({ body }, context) {
      if (context.platform === '') throw new Refusal(400, 'platform: the header is missing')
      await checkDevice(context, body.device)
      // the request itself was counted
      limiter.take(`account ${context.account.id}`, body.ops.length - 1)
      const onError = (err: unknown) => log.error({ err }, 'a queued operation failed')
      const results = await batches.during(context.account.id, () => runBatch(body, context, onError))
      return { serverTime: context.now().toISOString(), results }
    },

    snapshot: async ({ query }, { db, now, request }) =>
      linesResponse(request, snapshotLines(db, query.platform, query.kind, now), (err) =>
        log.warn({ err }, 'a snapshot broke off'),
      ),

    rows: ({ query }, { db, now }) => changesSince(db, query.platform, query.since, now().getTime(), query.limit),

    async registerDevice({ body }, context) {
      const session = await sessions.find(context.request.headers.get('auth-token') ?? '')
      // it ended since the request was let in
      if (!session) throw new Refusal(401, 'Sign in to go on.')
      const shares = await registerDevice(context, session, body)
      await sessions.bind(session, body.device)
      return { shares, lockTicket: await lockTicket(sessions, context, body.device), ...devicePolicyOf(context) }
    },

    lock: async ({ body }, context) => {
      await lockDevice(sessions, context, body)
      return markLocked(context, devicePolicyOf(context), true)
    },
    unlock: async ({ body }, context) => {
      await signIn.attempt(context.origin.address)
      await unlockDevice(sessions, context, body)
      return markLocked(context, { message: 'The device was unlocked.' }, false)
    },
    devices: async (_, context) => ({ items: await devicesOf(context) }),

    async revokeDevice({ params }, context) {
      await revokeDevice(context, params.device)
      return { message: 'The device was revoked.' }
    },

    receipts: async ({ body }, context) => ({ unknown: await unknownOf(context, body.opIds) }),

    async tombstones({ body }, context) {
      await recordTombstones(context, body.device, body.items)
      return { message: 'Noted.' }
    },

    async storageReset({ body }, context) {
      return { message: 'Noted.', lost: await recordLost(context, body) }
    },

    async stream({ query }, context) {
      const { device, platform } = query
      if (device !== undefined) await checkDevice(context, device)
      const isSignedIn = async () =>
        (await sessions.find(context.request.headers.get('auth-token') ?? '')) !== undefined
      const listener = { account: context.account.id, platform, device, isSignedIn }
      return eventStream({
        pokes,
        platform,
        watch: (tell) => losses.watch(listener, tell),
        signal: context.request.signal,
        onEnd: streams.take(listener.account),
      })
    },
  }
}
