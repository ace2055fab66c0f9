/**
 * A surface's declaration for the keys: `<section data-kb-context="queue triage">`. A misspelt one does not compile.
 */
import type { Overlay, View } from './when.ts'

export type KeyContext = View | `${View} ${'list' | 'triage'}` | Exclude<Overlay, 'none' | 'alert'> | 'alert drawer'

declare module 'react' {
  // oxlint-disable-next-line no-unused-vars -- React's own parameter, which a second declaration repeats
  interface HTMLAttributes<T> {
    'data-kb-context'?: KeyContext | undefined
  }
}
