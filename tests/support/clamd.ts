/** A clamd that implements INSTREAM and answers as a test wants. */
import { createServer, type AddressInfo } from 'node:net'
import type { ClamdAddress } from '#server/files/scan.ts'

export interface FakeClamd {
  address: ClamdAddress
  /** The files it received, complete. */
  received: Buffer[]
  close(): Promise<void>
}

interface Behaviour {
  /** Its answer to a file; empty to close without one, null to send nothing. */
  answer: (content: Buffer) => string | null
  /** The path of its socket, in place of a port. */
  path?: string
}

const COMMAND = 'zINSTREAM\0'

export async function fakeClamd({ answer, path }: Behaviour): Promise<FakeClamd> {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    let input = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      input = Buffer.concat([input, chunk])
      const content = contentOf(input)
      if (!content) return
      received.push(content)
      const said = answer(content)
      if (said !== null) socket.end(said === '' ? '' : `${said}\0`)
    })
  })
  await new Promise<void>((resolve) =>
    path === undefined ? server.listen(0, '127.0.0.1', resolve) : server.listen(path, resolve),
  )
  const address = path === undefined ? { host: '127.0.0.1', port: (server.address() as AddressInfo).port } : { path }
  return {
    address,
    received,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** The chunks after the command, once the last one, of length zero, has arrived. */
function contentOf(input: Buffer): Buffer | undefined {
  if (input.toString('latin1', 0, COMMAND.length) !== COMMAND) return undefined
  const chunks: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= input.length;) {
    const length = input.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(input.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
