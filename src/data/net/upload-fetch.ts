/** `fetch` for uploads, with progress, which the browser's own lacks. */
import { SERVER_HEADER } from '#contract/request.ts'

const KEPT = ['content-type', SERVER_HEADER] as const

/**
 * Sends a request and hears how far its body is, from 0 to 1. Rejects as `fetch` does: a TypeError where nothing
 * answered, an AbortError where it was cancelled.
 */
export function uploadFetch(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const end = () => signal?.removeEventListener('abort', abort)
    request.open(init.method ?? 'GET', url)
    request.responseType = 'blob'
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(total === 0 ? 1 : loaded / total)
    })
    request.addEventListener('load', () => {
      end()
      const { status, statusText } = request
      resolve(
        new Response(request.response as Blob, {
          status,
          statusText,
          headers: KEPT.flatMap((name): [string, string][] => {
            const value = request.getResponseHeader(name)
            return value === null ? [] : [[name, value]]
          }),
        }),
      )
    })
    request.addEventListener('error', () => {
      end()
      reject(new TypeError('The upload was cut off'))
    })
    request.addEventListener('abort', () => {
      end()
      reject(new DOMException('The upload was cancelled', 'AbortError'))
    })
    if (signal?.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', abort)
    request.send(init.body as XMLHttpRequestBodyInit)
    return undefined
  })
}
