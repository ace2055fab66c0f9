/** A failing proxy on a port of its own, before a server that listens. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Dropped, Faults } from './faults.ts'

export interface FailingPort {
  /** The address for browsers. */
  readonly url: string
  readonly faults: Faults
  /** Answers in place of the server, with the files of another build; null to pass the request on. */
  instead: ((path: string) => Response | Promise<Response> | null) | null
  close(): Promise<void>
}

/** Starts a proxy before the server at `origin`, which may be down at times. */
export async function openFailingPort(origin: string): Promise<FailingPort> {
  const faults = new Faults((request) => port.instead?.(new URL(request.url).pathname) ?? pass(request, origin))
  const listener = getRequestListener(async (request, { outgoing }) => {
    try {
      return await faults.serve(request)
    } catch (error) {
      if (!(error instanceof Dropped)) throw error
      // a browser repeats a request by itself if a reused connection breaks before any answer: so it breaks after the
      // first line
      const answer = outgoing as ServerResponse
      answer.writeHead(200, { 'content-length': '1000' })
      answer.flushHeaders()
      answer.write('{', () => answer.destroy())
      return RESPONSE_ALREADY_SENT
    }
  })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const port: FailingPort = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    faults,
    instead: null,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return port
}

/** Passes a request on; without an answer the connection breaks here too. */
async function pass(request: Request, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  // the answer is decompressed here, and its header would still say that it is compressed
  headers.set('accept-encoding', 'identity')
  headers.delete('connection')
  const body = request.body ? await request.arrayBuffer() : null
  try {
    return await fetch(origin + pathname + search, { method: request.method, headers, body, redirect: 'manual' })
  } catch (cause) {
    throw new Dropped('the server is down', { cause })
  }
}
