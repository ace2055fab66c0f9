/** Prints beside the server: laying a long form out takes seconds, in which no other request would be answered. */
import { Worker } from 'node:worker_threads'
import type { Stamp } from '#contract/model/common.ts'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A print that takes longer is ended, in milliseconds. */
const TIME_LIMIT = 30_000
const MEMORY_LIMIT = { maxOldGenerationSizeMb: 512 }
const ENTRY = new URL('./print-worker.mjs', import.meta.url)

interface Printed {
  bytes?: Uint8Array<ArrayBuffer>
  error?: unknown
}

let thread: Worker | undefined
let lastPrint: Promise<unknown> = Promise.resolve()

/**
 * The form as a PDF, made in a worker thread, one print after the other. Throws a `Refusal` 503 where that takes more
 * than its time, which ends the thread; the next print starts another.
 */
export function printInThread(
  form: DocumentForm,
  printed: Stamp,
  timeLimit: number = TIME_LIMIT,
): Promise<Uint8Array<ArrayBuffer>> {
  const print = lastPrint.then(() => runPrint({ form, printed }, timeLimit))
  lastPrint = print.catch(() => undefined)
  return print
}

function runPrint(job: { form: DocumentForm; printed: Stamp }, timeLimit: number): Promise<Uint8Array<ArrayBuffer>> {
  const worker = (thread ??= new Worker(ENTRY, { resourceLimits: MEMORY_LIMIT }))
  // it keeps the process alive while it prints, and no longer
  worker.ref()
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(late)
      worker.off('message', hear)
      worker.off('error', fail)
      worker.unref()
      act()
    }
    const hear = ({ bytes, error }: Printed) =>
      settle(() => (bytes ? resolve(bytes) : reject(new Error('a form could not be printed', { cause: error }))))
    const fail = (error: Error) => {
      thread = undefined
      settle(() => reject(error))
    }
    const late = setTimeout(() => {
      fail(new Refusal(503, 'This form takes too long to print.', undefined, { 'retry-after': '60' }))
      void worker.terminate()
    }, timeLimit)
    worker.on('message', hear)
    worker.on('error', fail)
    worker.postMessage(job)
  })
}
