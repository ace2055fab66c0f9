/** The error catalogue: what a status means, and what a failure does to the screen (docs/design/specification.md#errors). */

/**
 * What went wrong, as far as behaviour differs. `offline` had no answer at all, `garbled` an answer that is not the
 * declared one (a captive portal's page, a body cut short), `refused` any status not named here.
 */
export type ErrorKind =
  | 'unauthorised'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'invalid'
  | 'limited'
  | 'server'
  | 'refused'
  | 'offline'
  | 'timeout'
  | 'cancelled'
  | 'garbled'

const KINDS: Record<number, ErrorKind> = {
  400: 'invalid',
  401: 'unauthorised',
  403: 'forbidden',
  404: 'missing',
  408: 'timeout',
  409: 'conflict',
  410: 'missing',
  412: 'conflict',
  413: 'invalid',
  422: 'invalid',
  429: 'limited',
}

/** The kind of a status that is not a success. */
export function kindOf(status: number): ErrorKind {
  return KINDS[status] ?? (status >= 500 ? 'server' : 'refused')
}

/**
 * What the screen does: begin signing in, go to /notFound, say nothing, show the message, or show it and tell whoever
 * maintains this.
 */
export type Outcome = 'sign-in' | 'not-found' | 'silent' | 'notify' | 'report'

const OUTCOMES: Record<ErrorKind, Outcome> = {
  unauthorised: 'sign-in',
  forbidden: 'not-found',
  missing: 'notify',
  conflict: 'notify',
  invalid: 'notify',
  limited: 'notify',
  server: 'notify',
  refused: 'notify',
  offline: 'notify',
  timeout: 'notify',
  cancelled: 'silent',
  garbled: 'report',
}

/**
 * What a failure does to the screen. Of the server's failures 500 alone is silent. A read that nothing answered is
 * silent too, which is ours: the connection status says it once for all of them. A refused write keeps the screen and
 * gives the reason, also ours: what was being worked on must not be lost with it.
 */
export function outcomeOf(error: { kind: ErrorKind; status: number | null; method: string }): Outcome {
  const isUnanswered = error.kind === 'offline' || error.kind === 'timeout'
  if (error.status === 500 || (isUnanswered && error.method === 'GET')) return 'silent'
  if (error.kind === 'forbidden' && error.method !== 'GET') return 'notify'
  return OUTCOMES[error.kind]
}

/** What is shown where the server gave no message; `name` is the call's. */
export function noAnswer(name: string): string {
  return `No answer or no existing method: ${name}`
}

/** A token that some client stored as the text of nothing: the request is not sent, the user signs in instead. */
export function isBrokenToken(token: string | null | undefined): boolean {
  return token === 'undefined'
}
