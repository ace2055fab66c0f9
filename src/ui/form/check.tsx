import type { ReactNode } from 'react'

interface CheckProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

/** A box to tick, with its label behind it. */
export function Check({ isChecked, onChange, children }: CheckProps) {
  return (
    <label className="flex items-center gap-2 text-list">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}
