/** Scans a file with clamd before it is stored: INSTREAM, over TCP or a local socket. */
import { connect, type Socket } from 'node:net'

/** The address of clamd. */
export type ClamdAddress = { host: string; port: number } | { path: string }

export type Verdict =
  | { verdict: 'clean' }
  | { verdict: 'infected'; threat: string }
  /** It did not answer in time, or not with a verdict: too large for it, encrypted, or its signatures are being loaded. */
  | { verdict: 'unscannable'; why: string }

/** The timeout of a scan, in milliseconds. */
const PATIENCE = 30_000
const CHUNK = 64 * 1024
/** clamd answers in one line. */
const LONGEST_ANSWER = 4096

/** Never rejects: a scanner that is not there makes a file unscannable. */
export async function scan(address: ClamdAddress, bytes: Uint8Array, patience = PATIENCE): Promise<Verdict> {
  try {
    return readVerdict(await ask(address, bytes, patience))
  } catch (error) {
    return { verdict: 'unscannable', why: error instanceof Error ? error.message : String(error) }
  }
}

function readVerdict(answer: string): Verdict {
  if (answer === 'stream: OK') return { verdict: 'clean' }
  const threat = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  return threat === undefined ? { verdict: 'unscannable', why: answer } : { verdict: 'infected', threat }
}

function ask(address: ClamdAddress, bytes: Uint8Array, patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), patience)
    let answer = ''
    socket.on('connect', () => send(socket, bytes))
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('utf8')
      if (answer.length > LONGEST_ANSWER) socket.destroy(new Error('no verdict'))
      // with the command in its z form the answer ends in a NUL
      else if (answer.includes('\0')) socket.end()
    })
    // clamd closes early where a file is too large for it, and may have said so before
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined))
    socket.on('close', () => {
      clearTimeout(timer)
      const [line = ''] = answer.split('\0')
      if (line === '') reject(new Error('closed without a verdict'))
      else resolve(line.trim())
    })
  })
}

/** The content in chunks, each after its length; a length of zero ends it. */
function send(socket: Socket, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0')
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    socket.write(chunk)
  }
  socket.write(Buffer.alloc(4))
}
