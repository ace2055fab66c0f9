/**
 * Server-sent events without content: `poke` says that the feed has something, `purge` that the device is revoked,
 * `revoke` that the platform is not this account's any more, `beat` that the line is alive. What changed is only ever
 * told by calls that check who asks.
 */
import type { Pokes } from '#server/store/pokes.ts'
import type { Revocation } from './revocations.ts'

/** Proxies and browsers close a silent line after a minute or so. */
const BEAT_MS = 25_000
/** A burst of changes is one poke. */
const GATHER_MS = 200
/** After this the client connects again, and with that shows that its session still counts. */
const MOST_MS = 15 * 60_000
/** Kinds of objects, in the words of the audit, that the replica or Query's answers show. */
const TOPICS: ReadonlySet<string> = new Set(['case', 'alert'])

export interface StreamPorts {
  pokes: Pick<Pokes, 'listen' | 'over'>
  platform: string
  /** Sends the listener's losses, past and future; returns the unsubscribe function. */
  watch: (tell: (loss: Revocation) => void) => () => void
  /** Ends with the request. */
  signal: AbortSignal
  onEnd: () => void
}

export function eventStream({ pokes, platform, watch, signal, onEnd }: StreamPorts): Response {
  let end = (_isCancelled?: boolean) => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (event: string) => controller.enqueue(encoder.encode(`event: ${event}\ndata: {}\n\n`))
      let gathering: NodeJS.Timeout | undefined
      const beat = setInterval(() => say('beat'), BEAT_MS)
      const most = setTimeout(() => end(), MOST_MS)
      let stop = () => {}
      let unwatch = () => {}
      let isOver = false
      end = (isCancelled) => {
        if (isOver) return
        isOver = true
        clearInterval(beat)
        clearTimeout(most)
        clearTimeout(gathering)
        stop()
        unwatch()
        onEnd()
        if (!isCancelled) controller.close()
      }
      // a listener would hold up the server that stops; it connects again to the one that starts
      const isOverWith = AbortSignal.any([signal, pokes.over])
      isOverWith.addEventListener('abort', () => end())
      if (isOverWith.aborted) return end()
      stop = await pokes.listen((heard) => {
        if (heard !== 'missed' && heard.platform !== null && heard.platform !== platform) return
        if (heard !== 'missed' && !TOPICS.has(heard.topic)) return
        gathering ??= setTimeout(() => {
          gathering = undefined
          say('poke')
        }, GATHER_MS)
      })
      if (isOver) return stop()
      // whatever changed before anybody listened is found by asking once
      say('poke')
      unwatch = watch((loss) => {
        // without a session the client finds out by connecting again
        if (loss === 'session') end()
        else if (!isOver) say(loss)
      })
    },
    cancel: () => end(true),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } })
}

const encoder = new TextEncoder()
