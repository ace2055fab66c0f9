/** Tells answers of the server from those of something in its place: a captive portal, a proxy's page. */
import { SERVER_HEADER } from '#contract/request.ts'

/** Checks whether the server has proven itself in this browser: from then on each of its answers has to. */
export interface ServerProof {
  isProven: boolean
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Something else answered. A TypeError, as for no answer at all: what was sent is not known to have arrived. */
export class NotTheServer extends TypeError {
  override readonly name = 'NotTheServer'
  constructor(status: number) {
    super(`Something else answered in the server’s place (status ${status})`)
  }
}

/** The answer, which proves the server by its header. Throws `NotTheServer` for one without it, once it is proven. */
export function requireServer(response: Response, proof: ServerProof): Response {
  if (response.headers.has(SERVER_HEADER)) proof.isProven ||= true
  else if (proof.isProven) throw new NotTheServer(response.status)
  return response
}

/** `fetch` that rejects answers of anything but the server. */
export const fetchFromServer =
  (fetch: Fetch, proof: ServerProof): Fetch =>
  async (url, init) =>
    requireServer(await fetch(url, init), proof)
