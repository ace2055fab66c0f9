/** Makes the request of a call; used by the window and by the engine. */
import { CLIENT_VERSION } from '#contract/model/values.ts'
import { toPath, type Call, type Host } from './call.ts'

/** Base address of each host; by default all are on the server that served the page. */
export const BASES: Record<Host, string> = {
  api: '/api',
  assistant: '/api/assistant',
  kyc: '/api/kyc',
  files: '/api/files',
}

/** Every answer of the server has this header, so that nothing else is taken for it. */
export const SERVER_HEADER = 'x-docket'

/** A call's input without its types. */
export interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** The headers of every request (docs/design/specification.md#calls). */
export function headersOf(token: string | null, platform: string): Record<string, string> {
  const headers: Record<string, string> = { 'client-version': CLIENT_VERSION }
  if (token) headers['auth-token'] = token
  if (platform) headers['platform'] = platform
  return headers
}

/** Address and init of a request; the body is JSON or multipart as the call defines. */
export function toRequest(
  base: string,
  call: Call,
  input: LooseInput,
  headers: Record<string, string>,
): [url: string, init: RequestInit] {
  const init: RequestInit = { method: call.method, headers, credentials: 'same-origin' }
  if (input.body !== undefined && call.sends === 'form') {
    const form = new FormData()
    for (const [key, value] of Object.entries(input.body as object)) form.append(key, value as string | Blob)
    init.body = form
  } else if (input.body !== undefined) {
    init.body = JSON.stringify(input.body)
    init.headers = { ...headers, 'content-type': 'application/json' }
  }
  return [base + toPath(call, input), init]
}
