/**
 * Signed heads of the audit: the number of entries and the last hash, signed by a key outside the database. A rewritten
 * or truncated chain contradicts earlier heads.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/schema/database.ts'

const signedHead = z.object({
  n: z.int().min(0),
  hash: z.string().regex(/^[\da-f]{64}$/),
  /** The time of signing, ISO 8601. */
  at: z.iso.datetime(),
  /** The first letters of the public key's hash. */
  key: z.string(),
  signature: z.base64(),
})
export type SignedHead = z.infer<typeof signedHead>

/** The signed heads of a data directory, one JSON object a line. */
export const headsFile = (dataDir: string): string => join(dataDir, 'audit-heads.jsonl')

/** The signing key (Ed25519); created if missing, with its public key in `.pub`. */
export async function signingKey(file: string): Promise<KeyObject> {
  try {
    return readKey(await readFile(file), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await mkdir(dirname(file), { recursive: true })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  try {
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // another instance on the same directory has created it first
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return signingKey(file)
  }
  await writeFile(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }))
  return privateKey
}

function readKey(pem: Buffer, file: string): KeyObject {
  const key = pem.includes('PRIVATE KEY') ? createPrivateKey(pem) : createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 key.`)
  return key
}

/** Reads a key, private or public, that heads are verified with; undefined where there is no such file. */
export async function verifyingKey(file: string): Promise<KeyObject | undefined> {
  try {
    const key = readKey(await readFile(file), file)
    return key.type === 'private' ? createPublicKey(key) : key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Signs the newest entry. */
export async function signHead(db: Kysely<Database>, key: KeyObject, now: Date): Promise<SignedHead> {
  const last = await db.selectFrom('audit').select(['n', 'hash']).orderBy('n', 'desc').limit(1).executeTakeFirst()
  const head = { n: Number(last?.n ?? 0), hash: last?.hash.toString('hex') ?? '0'.repeat(64), at: now.toISOString() }
  return { ...head, key: fingerprintOf(key), signature: sign(null, textOf(head), key).toString('base64') }
}

/** Signs the head and adds it to a file. */
export async function keepHead(db: Kysely<Database>, key: KeyObject, file: string, now: Date): Promise<SignedHead> {
  const head = await signHead(db, key, now)
  await addHead(file, head)
  return head
}

export async function addHead(file: string, head: SignedHead): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, `${JSON.stringify(head)}\n`, { mode: 0o600 })
}

export interface ReadHeads {
  heads: SignedHead[]
  /** Lines that are no head signed by the key. */
  faults: string[]
}

/** Reads the heads of a file and verifies their signatures; none where there is no such file. */
export async function readHeads(file: string, key: KeyObject): Promise<ReadHeads> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const result: ReadHeads = { heads: [], faults: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const head = parse(line)
    const name = `${file}, line ${index + 1}`
    if (!head) result.faults.push(`${name} is not a signed head.`)
    else if (head.key !== fingerprintOf(key)) result.faults.push(`${name} is signed by another key (${head.key}).`)
    else if (!verify(null, textOf(head), key, Buffer.from(head.signature, 'base64')))
      result.faults.push(`${name} has an invalid signature: it was changed.`)
    else result.heads.push(head)
  }
  return result
}

function parse(line: string): SignedHead | undefined {
  try {
    return signedHead.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

function textOf({ n, hash, at }: Pick<SignedHead, 'n' | 'hash' | 'at'>): Buffer {
  return Buffer.from(`docket audit head ${n}:${hash} ${at}`)
}

/** The first letters of the hash of a key’s public half. */
export function fingerprintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)
}
