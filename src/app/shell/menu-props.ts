import type { RefObject } from 'react'

/** What a menu of the top bar is given; the menus are chunks of their own. */
export interface MenuProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}
