import { X } from 'lucide-react'
import type { ReactNode } from 'react'

interface FilterChipProps {
  /** The accessible name. */
  label: string
  onRemove: () => void
  children: ReactNode
}

/** A filter of a list; a press removes it. */
export const FilterChip = ({ label, onRemove, children }: FilterChipProps) => (
  <li>
    <button type="button" className="chip" aria-label={label} onClick={onRemove}>
      <span className="truncate">{children}</span>
      <X size={12} aria-hidden="true" />
    </button>
  </li>
)
