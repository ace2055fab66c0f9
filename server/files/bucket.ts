/** A bucket of an S3-compatible store: objects by the ids of files, sent and read as streams. */
import { AwsClient } from 'aws4fetch'
import type { Config } from '#server/core/config.ts'
import { read, streamOf, type Bytes, type Measure } from './content.ts'

export type BucketAddress = NonNullable<Config['files']['bucket']>

/** How long the store may take to begin its answer, and to send or take one more piece, in milliseconds. */
const PATIENCE = 60_000

export interface Bucket {
  /** Throws unless the store has taken every byte; it verifies the hash. */
  put: (name: string, bytes: Bytes, measure: Measure) => Promise<void>
  /** Undefined where there is no such object. */
  get: (name: string) => Promise<ReadableStream<Uint8Array> | undefined>
  remove: (name: string) => Promise<void>
}

const clients = new WeakMap<BucketAddress, Bucket>()

export function bucketAt(address: BucketAddress): Bucket {
  const known = clients.get(address) ?? openBucket(address)
  clients.set(address, known)
  return known
}

function openBucket({ url, region, keyId, secret }: BucketAddress): Bucket {
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region })
  // a stream can be sent once, so that the request is signed without its body
  const send = async (method: string, name: string, headers: Record<string, string> = {}, body?: ReadableStream) => {
    const address = `${url}/${encodeURIComponent(name)}`
    const request = await signer.sign(address, { method, headers })
    const signal = AbortSignal.timeout(PATIENCE * (body ? 10 : 1))
    return fetch(address, { method, headers: request.headers, signal, ...(body && { body, duplex: 'half' }) })
  }
  const failed = async (act: string, name: string, response: Response) => {
    const text = (await response.text()).slice(0, 500)
    return new Error(
      `The bucket did not ${act} ${name}: ${response.status} ${/<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? ''}`,
    )
  }
  return {
    async put(name, bytes, { size, sha256 }) {
      const headers = { 'content-length': String(size), 'x-amz-content-sha256': sha256.toString('hex') }
      const response = await send('PUT', name, headers, streamOf(read(bytes)))
      if (!response.ok) throw await failed('take', name, response)
      await response.body?.cancel()
    },
    async get(name) {
      const response = await send('GET', name)
      if (response.ok) return response.body ?? new Blob([]).stream()
      if (response.status !== 404) throw await failed('give', name, response)
      await response.body?.cancel()
      return undefined
    },
    async remove(name) {
      const response = await send('DELETE', name)
      if (!response.ok && response.status !== 404) throw await failed('remove', name, response)
      await response.body?.cancel()
    },
  }
}
