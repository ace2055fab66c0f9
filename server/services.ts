/** What the parts of the server share, put together once by `main.ts` or by a test. */
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Limiter } from './http/limiter.ts'
import type { SignIn } from './identity/sign-in.ts'
import type { Sessions } from './identity/sessions.ts'
import type { PostOffice } from './mail/post-office.ts'
import type { Store } from './store/pool.ts'
import type { TaskQueue } from './tasks/queue.ts'
import type { Pokes } from './sync/pokes.ts'

export interface Services {
  readonly store: Store
  readonly config: Config
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly limiter: Limiter
  readonly pokes: Pokes
  readonly tasks: TaskQueue
  readonly mail: PostOffice
  readonly log: Logger
  readonly now: () => Date
}
