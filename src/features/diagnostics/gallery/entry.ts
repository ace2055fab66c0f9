/** The gallery's entry for one file of `src/ui`. */
import type { ComponentType } from 'react'

export interface Entry {
  title: string
  /** Every state of the part; overlays by a button that opens them. */
  States: ComponentType
}

/** By the path of the part below `src/ui`. */
export type Entries = Readonly<Record<string, Entry>>
