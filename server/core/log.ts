/** The log. Each line names the request or the attempt at a job it belongs to, however deep inside it is written. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { pino, type DestinationStream, type Logger } from 'pino'

/** The header that tells the client the number of its request, a UUID. */
export const REQUEST_ID = 'request-id'

type Scope = { requestId: string } | { job: string; jobId: string }
const scope = new AsyncLocalStorage<Scope>()

/** `level` is the least that is written, to standard output unless told. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, mixin: () => ({ ...scope.getStore() }) }
  return destination ? pino(options, destination) : pino(options)
}

/** Runs a request: in its own scope, or in the one that it is in already. */
export function inRequest<T>(run: (requestId: string) => T): T {
  const current = scope.getStore()
  if (current && 'requestId' in current) return run(current.requestId)
  const requestId = randomUUID()
  return scope.run({ requestId }, () => run(requestId))
}

/** Runs an attempt at a job. */
export const inJob = <T>(job: string, jobId: string, run: () => T): T => scope.run({ job, jobId }, run)

/** Runs what a request or a job only happened to begin, and what others share. */
export const outsideScope = <T>(run: () => T): T => scope.exit(run)
