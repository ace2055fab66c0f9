/** The socket side of the server: time limits, and answers to what is no request that the application could see. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { inRequest, REQUEST_ID } from '#server/core/log.ts'
import { problemBody } from '#server/core/problem.ts'

const SECOND = 1000

type Headers = Readonly<Record<string, string>>

/** `headers` are added to every answer; `answer` is read for each request, so that it can change during the start. */
export function makeListener(headers: Headers, answer: () => RequestListener): Server {
  const server = createServer((request, response) =>
    inRequest((requestId) => {
      response.setHeader(REQUEST_ID, requestId)
      if (isAmbiguous(request.url ?? '')) {
        response.writeHead(400, { ...headers, 'content-type': PROBLEM, connection: 'close' })
        response.end(JSON.stringify(problemBody(400, 'The path has a segment of dots.')))
        return
      }
      answer()(request, response)
    }),
  )
  // an upload of the largest file on a slow line; headers come in one go
  server.requestTimeout = 120 * SECOND
  server.headersTimeout = 20 * SECOND
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseSocket(headers, error, socket))
  return server
}

const PROBLEM = 'application/problem+json'

/**
 * True if a path has a segment `.` or `..`, also encoded: it would be resolved before it is routed, and a proxy whose
 * rules are about paths would have seen another one.
 */
function isAmbiguous(url: string): boolean {
  return /(^|[/\\])(\.|%2e){1,2}([/\\?#]|$)/i.test(url.split(/[?#]/, 1)[0] ?? '')
}

/** Node.js's own error answers, with the headers of every answer. */
function refuseSocket(headers: Headers, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, line, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Request Timeout', 'The request takes too long to arrive.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large', 'The headers are too large.']
        : [400, 'Bad Request', 'This is not a request of HTTP.']
  const body = JSON.stringify(problemBody(Number(status), String(message)))
  const all = {
    ...headers,
    'content-type': PROBLEM,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${line}\r\n${head.join('')}\r\n${body}`)
}
