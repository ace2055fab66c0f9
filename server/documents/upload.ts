/** What may be uploaded: one file, of a size and a content that are checked. */
import { randomUUID } from 'node:crypto'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { Refusal } from '#server/calls/handlers.ts'
import { safeName } from './download.ts'
import { attachableType } from './file-type.ts'

export interface Upload {
  id: string
  name: string
  type: string
  size: number
  bytes: Uint8Array
}

/** Reads an uploaded file; `field` is what a refusal names. */
export async function readUpload(file: File, field = 'file'): Promise<Upload> {
  if (file.size > UPLOAD_MAX) throw new Refusal(413, `${field}: at most ${UPLOAD_MAX / 1024 / 1024} MiB`)
  if (file.size === 0) throw new Refusal(400, `${field}: is empty`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = await attachableType(bytes)
  if (!type) throw new Refusal(415, `${field}: only documents, pictures, text and ZIP archives can be attached`)
  return { id: randomUUID(), name: safeName(file.name), type, size: bytes.length, bytes }
}
