import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Kbd } from './kbd.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `primary` once per surface; `danger` for what cannot be undone. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Labels of the key that does the same. */
  keys?: readonly string[] | undefined
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({ variant = 'plain', keys, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} data-variant={variant} className="button">
      {children}
      {keys && keys.length > 0 && <Kbd keys={keys} />}
    </button>
  )
}
