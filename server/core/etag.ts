/** Versions on the wire (RFC 9110, section 13): what was read, and whether it is still so. */
import { Refusal } from './refusal.ts'

type Kind = 'case' | 'alert' | 'rule'

/** A strong tag of a version: `"case.PX100.7"`. */
export const etagOf = (kind: Kind, { id, version }: { id: string; version: number | string }): string =>
  `"${kind}.${id}.${version}"`

/** The object with its tag, or 304 where the client has it already. */
export function tagged<T extends object>(request: Request, etag: string, body: T): Response {
  const headers = { etag }
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
  if (known?.includes(etag) || known?.includes('*')) return new Response(null, { status: 304, headers })
  return Response.json(body, { headers })
}

/** The version that `If-Match` names; undefined for `*` and without the header. Throws 400 for what is no tag of ours. */
export function matchedVersion(request: Request, kind: Kind): number | undefined {
  const header = request.headers.get('if-match')
  if (header === null || header === '*') return undefined
  const [, named, version] = /^"(\w+)\..+\.(\d+)"$/.exec(header) ?? []
  if (named !== kind || version === undefined) throw new Refusal(400, 'If-Match: is not a tag of this server')
  return Number(version)
}
