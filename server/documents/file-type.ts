/** What a file is, by its content; what it says of itself is not believed. */
import { fileTypeFromBuffer } from 'file-type'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** What evidence comes as: documents, pictures, mail, tables. Nothing that a browser or a system would run. */
const ALLOWED: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/rtf',
  'application/zip',
  'application/x-cfb',
  `${OFFICE}wordprocessingml.document`,
  `${OFFICE}spreadsheetml.sheet`,
  `${OFFICE}presentationml.presentation`,
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
])

/** The media type of a file that may be attached, or undefined where it may not. Text of any kind is plain text. */
export async function attachableType(bytes: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(bytes)
  if (found) return ALLOWED.has(found.mime) ? found.mime : undefined
  return isText(bytes) ? 'text/plain; charset=utf-8' : undefined
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
