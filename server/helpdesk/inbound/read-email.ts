/** Stored e-mails: their bytes, and their content, which is parsed in a process of its own, under limits. */
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileStore } from '#server/files/file-store.ts'
import { ReaderFault, type Limits } from '#server/readers/pool.ts'
import { reader } from '#server/readers/reader.ts'
import type * as parse from './parse.ts'
import type { InboundEmail, EmailHead } from './parse.ts'

/** The maximum size of an e-mail, in bytes: encoding adds a third to attachments. */
export const EMAIL_MAX = 25 * 1024 * 1024
const LIMITS: Limits = { bytes: EMAIL_MAX, cpuMs: 20_000, memoryMib: 500 }
const HEAD_LIMITS: Limits = { cpuMs: 5000, memoryMib: 200 }
/** Headers beyond this are not read where the whole e-mail cannot be, in bytes. */
const HEAD = 64 * 1024

const module = new URL('./parse.ts', import.meta.url)
export const readAll = reader<typeof parse, 'parseEmail'>(module, 'parseEmail', LIMITS)
export const readHead = reader<typeof parse, 'parseHead'>(module, 'parseHead', HEAD_LIMITS)

/** An e-mail, with why its parts could not be read: then it has its headers alone, or nothing. */
export type ReadEmail = InboundEmail & { fault: string | null }

/** The bytes of an e-mail. Throws a `Refusal` 410 where they are gone. */
export async function sourceOf(by: Pick<Context, 'db' | 'config'>, id: string): Promise<Uint8Array> {
  const stream = await fileStore(by).get(id)
  if (!stream) throw new Refusal(410, 'The message is no longer kept.')
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Rejects with a `ReaderFault` `busy` alone. */
export async function readEmail(source: Uint8Array): Promise<ReadEmail> {
  try {
    return { ...(await readAll(source)), fault: null }
  } catch (error) {
    const { message } = requireFault(error)
    const rest = { text: '', attachments: [], remarks: [`It could not be read: ${message}.`], digest: '' }
    return { ...(await headOf(source)), ...rest, fault: message }
  }
}

async function headOf(source: Uint8Array): Promise<EmailHead> {
  try {
    return await readHead(source.subarray(0, HEAD))
  } catch (error) {
    requireFault(error)
    return { messageId: '', from: '', to: [], subject: '', answers: [], isAutomatic: false }
  }
}

function requireFault(error: unknown): ReaderFault {
  if (error instanceof ReaderFault && error.reason !== 'busy') return error
  throw error
}
