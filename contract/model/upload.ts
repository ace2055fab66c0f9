/** Allowed uploads. The window checks name and size before sending; the server checks the content. */

/** The largest file, in bytes. */
export const UPLOAD_MAX = 10 * 1024 * 1024

/** Allowed file name extensions: documents, images, mail, tables, text, archives. */
export const UPLOAD_ENDINGS: readonly string[] = (
  'pdf doc docx odt rtf xls xlsx ods ppt pptx msg eml zip ' +
  'gif heic jpg jpeg png tif tiff webp ' +
  'txt csv json xml md log'
).split(' ')

/** The reason why a file would be refused, as text; null if the server may accept it. */
export function uploadFault({ name, size }: { name: string; size: number }): string | null {
  const ending = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined || !UPLOAD_ENDINGS.includes(ending)) {
    return `${name} is not of a kind that can be uploaded: documents, pictures, mail, tables, text and ZIP archives can.`
  }
  if (size === 0) return `${name} is empty.`
  if (size > UPLOAD_MAX) return `${name} is larger than ${UPLOAD_MAX / 1024 / 1024} MiB.`
  return null
}
