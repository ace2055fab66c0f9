/** What may be uploaded. The window looks at name and size before it sends; the server at the bytes. */

/** The largest file, in bytes. */
export const UPLOAD_MAX = 10 * 1024 * 1024

/** What evidence comes as, by the ending of its name: documents, pictures, mail, tables, text, archives. */
export const UPLOAD_ENDINGS: readonly string[] = (
  'pdf doc docx odt rtf xls xlsx ods ppt pptx msg eml zip ' +
  'gif heic jpg jpeg png tif tiff webp ' +
  'txt csv json xml md log'
).split(' ')

/** Why a file is not worth sending, in words; null where the server may take it. */
export function uploadFault({ name, size }: { name: string; size: number }): string | null {
  const ending = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined || !UPLOAD_ENDINGS.includes(ending)) {
    return `${name} is not of a kind that can be uploaded: documents, pictures, mail, tables, text and ZIP archives can.`
  }
  if (size === 0) return `${name} is empty.`
  if (size > UPLOAD_MAX) return `${name} is larger than ${UPLOAD_MAX / 1024 / 1024} MiB.`
  return null
}
