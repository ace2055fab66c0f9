/** Refusals on the wire: problem+json (RFC 9457) with a message fit to be shown. */
import type { Problem } from '#contract/model/common.ts'

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Unprocessable',
  424: 'Failed dependency',
  428: 'Precondition required',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
}

/** The body of a refusal, or its entry in a batch. */
export function problemBody(status: number, message: string, more: Partial<Problem> = {}): Problem {
  return { status, title: TITLES[status] ?? 'Refused', message, ...more }
}

export function problem(
  status: number,
  message: string,
  more: Partial<Problem> = {},
  headers: Record<string, string> = {},
): Response {
  return Response.json(problemBody(status, message, more), {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
}
