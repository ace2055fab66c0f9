import { Field as Base } from '@base-ui/react/field'
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'

export interface FieldProps {
  label: string
  /** Shown under the field, before anything is wrong. */
  hint?: string | undefined
  /** The fault and its remedy; replaces the hint. */
  error?: string | undefined
  children: ReactNode
}

/** A label above, the control, and what is wrong below; the three are tied together for screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  return (
    <Base.Root invalid={error !== undefined} className="grid gap-1">
      <Base.Label className="text-label font-medium text-muted">{label}</Base.Label>
      {children}
      {error === undefined ? (
        hint && <Base.Description className="text-label text-muted">{hint}</Base.Description>
      ) : (
        <Base.Error match className="flex items-baseline gap-1.5 text-label text-stop">
          <span aria-hidden="true" data-tone="stop" className="tone-mark" />
          {error}
        </Base.Error>
      )}
    </Base.Root>
  )
}

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'defaultValue'> {
  ref?: Ref<HTMLInputElement>
}

/** Inside a Field it is named by the field's label; elsewhere it needs `aria-label`. */
export function TextInput(props: TextInputProps) {
  return <Base.Control {...props} className="input" />
}

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'defaultValue'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ ref, ...props }: TextAreaProps) {
  return <Base.Control render={<textarea ref={ref} rows={4} {...props} />} className="input resize-y py-1.5" />
}
