/** The error catalogue: what a status means, and what a failure does to the screen (docs/design/specification.md#errors). */

/**
 * The kind of failure, as far as handling differs. `offline` had no answer, `garbled` an answer of another shape (a
 * captive portal's page, a cut body), `refused` any other status.
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

/** The statuses of a proxy while the server behind it is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** The kind of a read's failure. A proxy's answer without a message of the server counts as no answer. */
export function readKindOf(status: number, hasMessage: boolean): ErrorKind {
  return AWAY.has(status) && !hasMessage ? 'offline' : kindOf(status)
}

/** The effect on the screen: sign in, go to /notFound, stay silent, show the message, or show and report it. */
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
 * The effect of a failure. Of the server failures only 500 is silent. A read without an answer is silent too (ours),
 * since the connection status shows it once. A refused write keeps the screen and shows the reason (ours), so that no
 * work is lost.
 */
export function outcomeOf(error: { kind: ErrorKind; status: number | null; method: string }): Outcome {
  const isUnanswered = error.kind === 'offline' || error.kind === 'timeout'
  if (error.status === 500 || (isUnanswered && error.method === 'GET')) return 'silent'
  if (error.kind === 'forbidden' && error.method !== 'GET') return 'notify'
  return OUTCOMES[error.kind]
}

/** The message if the server sent none; `name` is the call's. */
export function noAnswer(name: string): string {
  return `No answer or no existing method: ${name}`
}

/** A token that some client stored as the text of nothing: the request is not sent, the user signs in instead. */
export function isBrokenToken(token: string | null | undefined): boolean {
  return token === 'undefined'
}
