/** Names of files. */

/** The name that a `content-disposition` gives (RFC 6266): the encoded spelling before the plain one; null for none. */
export function dispositionName(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '')?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch (error) {
      // no such encoding: the plain text is used
      if (!(error instanceof URIError)) throw error
    }
  }
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1] ?? null
}
