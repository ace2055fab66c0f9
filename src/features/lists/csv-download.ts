/** A CSV of any length: streamed to disk where the browser can, with progress and a way to cancel. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { dispositionName } from '#src/format/file-name.ts'
import { saveFile } from '#src/ui/save-file.ts'

export interface RunningDownload {
  /** Rows and bytes received so far. */
  rows: number
  bytes: number
  cancel: () => void
}

export interface CsvDownload {
  /** The one that is running; null where none is. */
  store: StoreApi<{ running: RunningDownload | null }>
  save: (request: CsvRequest) => Promise<number | null>
}

interface CsvRequest {
  open: (signal: AbortSignal) => Promise<Response>
  /** The file's name where the server gives none. */
  suggestedName: string
}

/** The part of the File System Access API that streams a download to disk; Chromium alone has it. */
interface SaveWindow {
  showSaveFilePicker?: (options: {
    suggestedName: string
    types: { description: string; accept: Record<string, string[]> }[]
  }) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>
}

const LINE_FEED = 10

/** Passes bytes on and counts them and their lines. */
function counting(onCount: (rows: number, bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  // the first line holds the names of the columns
  let rows = -1
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) rows += 1
      bytes += chunk.length
      onCount(Math.max(0, rows), bytes)
      controller.enqueue(chunk)
    },
  })
}

/** One download at a time. */
export function createCsvDownload(): CsvDownload {
  const store = createStore<{ running: RunningDownload | null }>(() => ({ running: null }))
  return {
    store,
    /**
     * The number of rows, or null if cancelled. With a file picker memory is constant: each chunk is written to disk.
     * Throws what `open` throws, and `TypeError` on a broken connection; the browser discards an incomplete file.
     */
    async save({ open, suggestedName }) {
      const controller = new AbortController()
      const { signal } = controller
      const cancel = () => controller.abort()
      let rows = 0
      store.setState({ running: { rows, bytes: 0, cancel } })
      try {
        const picker = (window as SaveWindow).showSaveFilePicker
        const file = await picker?.({
          suggestedName,
          types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
        })
        const response = await open(signal)
        const counter = counting((counted, bytes) => {
          rows = counted
          store.setState({ running: { rows, bytes, cancel } })
        })
        const counted = response.body?.pipeThrough(counter, { signal })
        if (file) {
          await counted?.pipeTo(await file.createWritable(), { signal })
        } else {
          const blob = await new Response(counted ?? null).blob()
          saveFile(dispositionName(response.headers.get('content-disposition')) ?? suggestedName, blob)
        }
        return rows
      } catch (error) {
        // cancelled here, or the file picker was closed
        if (signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return null
        throw error
      } finally {
        store.setState({ running: null })
      }
    },
  }
}
