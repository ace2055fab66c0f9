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
import type { TaskQueue } from '#server/tasks/queue.ts'
import { LETTER_MAX } from './read-email.ts'
import { byItself, receiveEmail } from './receive.ts'

/** The required services. */
interface Receiving {
  store: Store
  config: Config
  tasks: TaskQueue
  now: () => Date
  log: Pick<Logger, 'info'>
}

export const INBOUND_PATH = '/api/inbound-mail'
/** The maximum number of wrong secrets per address and minute. */
const PER_MINUTE = 10

/** Answers 200 once the e-mail is stored, before it is read, and 503 to have it sent again. */
export function inboundMail({ store: { db }, config, tasks, now, log }: Receiving): Hono {
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
  const limit = bodyLimit({ maxSize: LETTER_MAX, onError: () => problem(413, 'The message is larger than 25 MiB.') })
  app.post(INBOUND_PATH, limit, async (c) => {
    const source = new Uint8Array(await c.req.raw.arrayBuffer())
    if (source.length === 0) return problem(400, 'There is no message in the body.')
    const id = await receiveEmail(byItself({ db, config, now }), tasks, source)
    log.info({ letter: id }, 'a message came in')
    return c.json({ outcome: 'received', id })
  })
  return app
}

function isSecret(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secret}`))
}
