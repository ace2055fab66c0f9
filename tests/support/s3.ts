/** An S3-compatible store for tests: objects in memory, signatures (version 4) and hashes verified. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const KEY_ID = 'test-key'
const SECRET = 'test-secret'
const REGION = 'eu-test-1'

export interface FakeS3 {
  /** The settings of a server that uses it. */
  env: Record<string, string>
  objects: Map<string, Buffer>
  /** Called before a request is answered; an answer is sent in place of the store's. */
  intercept: ((request: IncomingMessage) => Promise<number | undefined>) | undefined
  /** Called once an object is stored, before its sender hears of it. */
  onStored: (() => Promise<unknown>) | undefined
  close: () => Promise<void>
}

export async function fakeS3(bucket = 'files'): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const fake: Omit<FakeS3, 'env' | 'close'> = { objects, intercept: undefined, onStored: undefined }
  const server = createServer((request, response) => {
    answer(fake, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(fake, {
    env: {
      FILES_BUCKET: `http://127.0.0.1:${port}/${bucket}`,
      FILES_BUCKET_KEY_ID: KEY_ID,
      FILES_BUCKET_SECRET: SECRET,
      FILES_BUCKET_REGION: REGION,
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function answer(
  { objects, intercept, onStored }: Omit<FakeS3, 'env' | 'close'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
  if (!isSigned(request)) return void refuse(403, 'SignatureDoesNotMatch')
  const instead = await intercept?.(request)
  if (instead !== undefined) return void refuse(instead, 'InternalError')
  const name = request.url ?? ''
  if (request.method === 'PUT') {
    // as S3 has it: a request without a length is refused
    if (request.headers['content-length'] === undefined) return void refuse(411, 'MissingContentLength')
    const bytes = Buffer.concat(await request.toArray())
    const isSame = createHash('sha256').update(bytes).digest('hex') === request.headers['x-amz-content-sha256']
    if (!isSame) return void refuse(400, 'XAmzContentSHA256Mismatch')
    objects.set(name, bytes)
    await onStored?.()
    response.end()
  } else if (request.method === 'DELETE') {
    objects.delete(name)
    response.writeHead(204).end()
  } else {
    const bytes = objects.get(name)
    if (bytes) response.end(bytes)
    else refuse(404, 'NoSuchKey')
  }
}

function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const [date = '', region, service] = scope.split('/')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const hash = String(headers['x-amz-content-sha256'] ?? '')
  const canonical = `${method}\n${url}\n\n${signed.join('')}\n${names}\n${hash}`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, date), REGION), 's3'), 'aws4_request')
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${digest}`).toString('hex')
  return (
    expected === signature && region === REGION && service === 's3' && headers.authorization?.includes(KEY_ID) === true
  )
}
