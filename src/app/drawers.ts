// What the right-hand drawer can show, by the name it is opened with.
import type { ComponentType } from 'react'

export interface DrawerProps {
  /** What the drawer was opened with. */
  value: unknown
  onClose: () => void
}

export interface DrawerEntry {
  title: (value: unknown) => string
  /** Null: not built yet, and the drawer says so. */
  load: (() => Promise<ComponentType<DrawerProps>>) | null
}

export const DRAWERS: Record<string, DrawerEntry> = {
  assistant: { title: () => 'Assistant', load: null },
}
