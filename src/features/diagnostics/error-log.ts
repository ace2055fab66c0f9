/** The last errors of this window, without a word of a customer: for the test page and its bundle. */
import { createStore } from 'zustand/vanilla'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'

export interface LoggedError {
  /** Unix time, ms. */
  at: number
  /** `call` for a call that failed, `script` for an error of the program. */
  kind: 'call' | 'script'
  /** Method and path with its parameters in braces, and the kind of failure; or the error's name and place. */
  text: string
  status: number | null
}

const MOST = 50

export const errorLog = createStore<{ errors: readonly LoggedError[] }>(() => ({ errors: [] }))

const keep = (error: LoggedError) => errorLog.setState(({ errors }) => ({ errors: [error, ...errors].slice(0, MOST) }))

/** A message may contain data, so a program error is stored by name and location only. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Not an error object'
  const place = /(assets\/[\w.-]+|src\/[\w./-]+):\d+/.exec(error.stack ?? '')?.[0] ?? 'unknown location'
  return `${error.name} at ${place}`
}

let isRecording = false

/** Begins to record, once. */
export function recordErrors({ queries }: Pick<Data, 'queries'>): void {
  if (isRecording) return
  isRecording = true
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { error } = event.action
    if (!(error instanceof ApiError))
      return keep({ at: Date.now(), kind: 'script', text: placeOf(error), status: null })
    // leaving a screen cancels what it was reading
    if (error.kind === 'cancelled') return
    keep({ at: Date.now(), kind: 'call', text: `${error.method} ${error.call}: ${error.kind}`, status: error.status })
  })
  const onScriptError = (error: unknown) => keep({ at: Date.now(), kind: 'script', text: placeOf(error), status: null })
  addEventListener('error', (event) => onScriptError(event.error))
  addEventListener('unhandledrejection', (event) => onScriptError(event.reason))
}
