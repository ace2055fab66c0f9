/** The webhook of a mail service: the raw e-mail (`message/rfc822`), with a shared secret. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { clientAddress } from '#server/core/address.ts'
import { problem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Config } from '#server/core/config.ts'
import type { Store } from '#server/store/pool.ts'
import { countAttempt } from '#server/identity/attempt-limit.ts'
import { byItself, receiveEmail } from './receive.ts'

/** The required services. */
interface Receiving {
  store: Store
  config: Config
  now: () => Date
  log: Pick<Logger, 'info'>
}

export const INBOUND_PATH = '/api/inbound-mail'
/** The maximum size of an e-mail, in bytes: encoding adds a third to attachments. */
const LARGEST = 25 * 1024 * 1024
/** The maximum number of wrong secrets per address and minute. */
const PER_MINUTE = 10

/** Answers 200 with the result, 422 for a refused e-mail, 503 to have it redelivered. */
export function inboundMail({ store: { db }, config, now, log }: Receiving): Hono {
  const app = new Hono()
  const { secret } = config.inbound
  if (secret === undefined) return app
  app.post(INBOUND_PATH, async (c, next) => {
    if (!isSecret(c.req.header('authorization'), secret)) {
      try {
        await countAttempt(db, `inbound ${clientAddress(c, config.trustedProxies)}`, PER_MINUTE, now())
      } catch (error) {
        if (error instanceof Refusal) return problem(429, 'Too many requests.', {}, { 'retry-after': '60' })
        throw error
      }
      return problem(401, 'The secret is wrong.')
    }
    return next()
  })
  const limit = bodyLimit({ maxSize: LARGEST, onError: () => problem(413, 'The message is larger than 25 MiB.') })
  app.post(INBOUND_PATH, limit, async (c) => {
    const source = new Uint8Array(await c.req.raw.arrayBuffer())
    if (source.length === 0) return problem(400, 'There is no message in the body.')
    const taken = await receiveEmail(byItself({ db, config, now }), source)
    log.info({ outcome: taken.outcome }, 'a message came in')
    return taken.outcome === 'refused' ? problem(422, taken.reason ?? 'Refused.') : c.json(taken)
  })
  return app
}

function isSecret(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secret}`))
}
