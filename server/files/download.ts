/** Responses with files. */
import { servedName } from './file-kind.ts'

export interface Download {
  name: string
  type: string
  /** Bytes, where it is known. */
  size?: number
}

/** Uploads of others are always downloads, never pages, whatever their content. */
export function downloadOf({ name, type, size }: Download, body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': disposition('attachment', servedName(name, type)),
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

/** A print of our own making, shown in the browser's viewer; a sandbox would keep that from starting. */
export function printOf(name: string, body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': disposition('inline', name),
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

/** The last part of a name, without what a file system or a header could stumble over. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // control characters and the marks that turn text around
  return (
    last
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .trim()
      .slice(0, 200) || 'file'
  )
}

/** The name in both spellings (RFC 6266). */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
