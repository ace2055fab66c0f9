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
  422: 'Unprocessable',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
}

export function problem(
  status: number,
  message: string,
  more: Partial<Problem> = {},
  headers: Record<string, string> = {},
): Response {
  const body: Problem = { status, title: TITLES[status] ?? 'Refused', message, ...more }
  return Response.json(body, { status, headers: { ...headers, 'content-type': 'application/problem+json' } })
}
