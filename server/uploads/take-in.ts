/** The one way in for files: counted against the sender's ceiling, received on disk, and in memory in its turn. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Actor } from '#server/audit/audit.ts'
import type { Config } from '#server/core/config.ts'
import type { Context } from '#server/core/context.ts'
import { settleUpload, takeUpload, type Sender } from './take-upload.ts'
import { UPLOADS_IN_MEMORY } from './memory.ts'
import { receiveBytes, receiveForm, tooLarge, type BodyLimit, type Received } from './receive.ts'

export interface Incoming extends Received {
  /** Gives the memory back and deletes the files; call it once the handler is done. */
  remove: () => Promise<void>
}

/** The folder of bodies that are not handled yet. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'incoming')

interface Given {
  request: Request
  by: Actor & Pick<Context, 'db' | 'config'>
  sender: Sender
  limit: BodyLimit
  /** Without it the body is one file. */
  isForm: boolean
}

/**
 * Receives an upload. Throws a `Refusal` 413 or 408 above the limits of the body, 429 above the sender's ceiling, 503
 * where too many wait, and a `TypeError` for what is no multipart form.
 */
export async function takeIn({ request, by, sender, limit, isForm }: Given): Promise<Incoming> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > limit.bytes) throw tooLarge(limit.bytes)
  const most = Math.min(limit.bytes, by.config.uploads[sender.kind].bytes)
  const taken = await takeUpload(by, sender, declared === null ? most : Number(declared))
  const arrival = { bytes: 0 }
  let files = 0
  let received: Received
  try {
    const receive = isForm ? receiveForm : receiveBytes
    received = await receive(request, { ...limit, bytes: taken.bytes }, incomingFolder(by.config), arrival)
    files = filesOf(received).length
  } finally {
    await settleUpload(by, sender, taken, { bytes: arrival.bytes, files })
  }
  try {
    const size = filesOf(received).reduce((sum, file) => sum + file.size, 0)
    const release = await UPLOADS_IN_MEMORY.hold(size, by.config.uploads.memory)
    const remove = async () => {
      release()
      await received.remove()
    }
    return { entries: received.entries, remove }
  } catch (cause) {
    await received.remove()
    throw cause
  }
}

const filesOf = ({ entries }: Received): File[] => entries.flatMap(([, value]) => (value instanceof File ? value : []))

/** A body is on disk no longer than this, in milliseconds. */
const STALE = 3_600_000

/** Deletes what an instance left that was ended meanwhile. */
export async function removeStale(config: Pick<Config, 'dataDir'>, now: Date): Promise<void> {
  const folder = incomingFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && now.getTime() - info.mtimeMs > STALE) await rm(path, { force: true })
  }
}
