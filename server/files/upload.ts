/** Upload validation: one file, with checked size and content. */
import { randomUUID } from 'node:crypto'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { safeName } from './download.ts'
import { reader, refusalOf } from '#server/readers/reader.ts'
import type * as fileType from './file-kind.ts'
import { fittingName } from './file-kind.ts'
import { scan } from './scan.ts'

export interface Upload {
  id: string
  name: string
  type: string
  size: number
  bytes: Uint8Array
}

const KIND_LIMITS = { bytes: UPLOAD_MAX, cpuMs: 5000, memoryMib: 300 }
/** The kind of an upload, read in a process of its own. */
export const readKind = reader<typeof fileType, 'attachableKind'>(
  new URL('./file-kind.ts', import.meta.url),
  'attachableKind',
  KIND_LIMITS,
)

type Surroundings = Pick<Context, 'db' | 'account' | 'origin' | 'platform' | 'now' | 'config'>

/** Reads an uploaded file; `field` is what a refusal names. */
export async function readUpload(context: Surroundings, file: File, field = 'file'): Promise<Upload> {
  if (file.size > UPLOAD_MAX) throw new Refusal(413, `${field}: at most ${UPLOAD_MAX / 1024 / 1024} MiB`)
  if (file.size === 0) throw new Refusal(400, `${field}: is empty`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = await readKind(bytes).catch((error: unknown) => {
    throw refusalOf(error, field)
  })
  if (!kind) throw new Refusal(415, `${field}: only documents, pictures, text and ZIP archives can be attached`)
  const upload = { id: randomUUID(), name: fittingName(safeName(file.name), kind), type: kind.type, size: bytes.length }
  await refuseInfected(context, field, upload, bytes)
  return { ...upload, bytes }
}

/** Refuses a file in which the virus scanner finds a threat, which is recorded, and a file that it cannot scan. */
export async function refuseInfected(
  context: Surroundings,
  field: string,
  { id, name }: Omit<Upload, 'bytes'>,
  bytes: Uint8Array,
): Promise<void> {
  const { clamd } = context.config
  if (!clamd) return
  const found = await scan(clamd, bytes)
  if (found.verdict === 'clean') return
  if (found.verdict === 'unscannable') {
    throw new Refusal(503, `${field}: the virus scanner could not check it, so it is not kept. Try again later.`)
  }
  await context.db.transaction().execute((tx) =>
    record(tx, context, {
      action: 'refuse file',
      object: { kind: 'file', id },
      after: { name, threat: found.threat },
    }),
  )
  throw new Refusal(422, `${field}: the virus scanner found ${found.threat}, so it is not kept.`)
}
