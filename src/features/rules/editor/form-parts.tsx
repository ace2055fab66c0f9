// The frame of a part of the form, and fields that know their place.
import type { ReactNode } from 'react'
import { useFault } from '#src/features/rules/field-faults.tsx'
import { SECTION_LABELS, type Section } from '#src/features/rules/sections.ts'
import { Field } from '#src/ui/form/field.tsx'

export function Part({ section, children }: { section: Section; children: ReactNode }) {
  const label = SECTION_LABELS[section]
  return (
    <section
      data-section={section}
      aria-label={label}
      className="grid scroll-mt-4 gap-4 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <h3 className="text-label font-semibold tracking-wide text-muted uppercase">{label}</h3>
      {children}
    </section>
  )
}

interface PlaceFieldProps {
  /** The path in the body. */
  place: string
  label: string
  hint?: string | undefined
  /** Faults below the place are marked here too. */
  isDeep?: boolean
  children: ReactNode
}

export function PlaceField({ place, label, hint, isDeep = false, children }: PlaceFieldProps) {
  const fault = useFault(place, isDeep)
  return (
    <div data-place={place}>
      <Field label={label} hint={hint} error={fault}>
        {children}
      </Field>
    </div>
  )
}

export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 items-start gap-4">{children}</div>
)
