import type { RefObject } from 'react'

/** The props of a menu of the top bar; the menus are separate chunks. */
export interface MenuProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}
