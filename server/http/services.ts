/** Shared services, created once by `main.ts` or a test. */
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import type { SignIn } from '#server/identity/sign-in.ts'
import type { MailOutbox } from '#server/mail/mail-outbox.ts'
import type { Pokes } from '#server/store/pokes.ts'
import type { Store } from '#server/store/pool.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import type { Limiter } from './limiter.ts'

export interface Services {
  readonly store: Store
  readonly config: Config
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly limiter: Limiter
  readonly pokes: Pokes
  readonly tasks: TaskQueue
  readonly mail: MailOutbox
  readonly log: Logger
  readonly now: () => Date
}
