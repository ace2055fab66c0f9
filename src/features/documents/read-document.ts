/** The bytes of documents: never kept on this device, fetched by an address that lives for ten minutes. */
import { documentForms } from '#contract/calls/document-forms.ts'
import { files } from '#contract/calls/files.ts'
import { DOCUMENT_URL_SECONDS } from '#contract/model/values.ts'
import type { Api } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { dispositionName } from '#src/format/file-name.ts'

/** The document and its customer. */
export interface DocumentOf {
  platform: string
  customerId: string
  id: string
}

interface Address {
  token: string
  /** Its expiry, ms. */
  until: number
}

/** An address is not used any more so long before its end, ms: the request has to arrive. */
const MARGIN_MS = 10_000

export interface DocumentReader {
  /** Throws `ApiError`. */
  read: (which: DocumentOf, signal: AbortSignal) => Promise<Blob>
}

/** Caches addresses until they expire; one that the server calls expired is requested again, once. */
export function createDocumentReader(api: Pick<Api, 'send' | 'open'>, now: () => number = Date.now): DocumentReader {
  const held = new Map<string, Address>()

  const addressOf = async ({ platform, customerId, id }: DocumentOf, signal: AbortSignal): Promise<Address> => {
    const known = held.get(id)
    if (known && now() < known.until - MARGIN_MS) return known
    const began = now()
    const query = { id, profile: customerId, lifetime: DOCUMENT_URL_SECONDS }
    const { url } = await api.send(documentForms.documentUrl, { query }, { signal, platform, quiet: true })
    const token = new URL(url, 'http://any').searchParams.get('token') ?? ''
    const fresh = { token, until: began + DOCUMENT_URL_SECONDS * 1000 }
    held.set(id, fresh)
    return fresh
  }
  const fetch = async (which: DocumentOf, signal: AbortSignal): Promise<Blob> => {
    const { token } = await addressOf(which, signal)
    const how = { signal, platform: which.platform, quiet: true }
    const answer = await api.open(documentForms.document, { query: { token } }, how)
    return answer.blob()
  }
  return {
    async read(which, signal) {
      try {
        return await fetch(which, signal)
      } catch (error) {
        // it may have expired earlier by the server's clock
        if (!(error instanceof ApiError) || error.status !== 401 || !held.delete(which.id)) throw error
        return fetch(which, signal)
      }
    },
  }
}

interface FileSought {
  fileId: string
  /** The account's, the one that is most likely first. */
  platforms: readonly string[]
  /** True if the server can locate a file's platform; otherwise platforms are searched one by one. */
  locates: boolean
}

/** A file by its id alone, on whichever platform has it. Throws an `ApiError`: where they are asked, the last one's. */
export async function findFile(
  api: Pick<Api, 'open' | 'send'>,
  { fileId, platforms, locates }: FileSought,
  signal: AbortSignal,
): Promise<{ name: string; bytes: Blob }> {
  const [first = '', ...rest] = platforms
  const read = async (platform: string) => {
    const answer = await api.open(files.fetch, { params: { platform, fileId } }, { signal, platform, quiet: true })
    return { name: dispositionName(answer.headers.get('content-disposition')) ?? fileId, bytes: await answer.blob() }
  }
  if (locates) {
    const { platform } = await api.send(files.locate, { params: { fileId } }, { signal, platform: first, quiet: true })
    return read(platform)
  }
  try {
    return await read(first)
  } catch (error) {
    const isElsewhere = error instanceof ApiError && error.status !== null && error.status < 500 && error.status !== 401
    if (!isElsewhere || rest.length === 0) throw error
    return findFile(api, { fileId, platforms: rest, locates }, signal)
  }
}
