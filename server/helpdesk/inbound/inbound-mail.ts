/** The webhook of a mail service: the raw e-mail (`message/rfc822`), with a shared secret. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { clientAddress } from '#server/core/address.ts'
import { problem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Config } from '#server/core/config.ts'
import type { Store } from '#server/store/pool.ts'
import { countAttempt } from '#server/identity/attempt-limit.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import type { BodyLimit } from '#server/uploads/receive.ts'
import { takeIn } from '#server/uploads/take-in.ts'
import { EMAIL_MAX } from './read-email.ts'
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
const BODY: BodyLimit = { bytes: EMAIL_MAX, fieldBytes: 0, time: 120_000 }

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
  app.post(INBOUND_PATH, async (c) => {
    const by = byItself({ db, config, now })
    const about = { by: { ...by, platform: '' }, sender: { kind: 'mail', id: '' }, limit: BODY, isForm: false } as const
    const received = await takeIn({ request: c.req.raw, ...about })
    try {
      const [[, file] = []] = received.entries
      if (!(file instanceof File) || file.size === 0) return problem(400, 'There is no message in the body.')
      const id = await receiveEmail(by, tasks, new Uint8Array(await file.arrayBuffer()))
      log.info({ letter: id }, 'a message came in')
      return c.json({ outcome: 'received', id })
    } finally {
      await received.remove()
    }
  })
  return app
}

function isSecret(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secret}`))
}
