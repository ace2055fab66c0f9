// What is wrong with what is being written, by the place it is wrong at: paths of names and numbers joined by dots.
import { createContext, use, type ReactNode } from 'react'

export interface Fault {
  place: string
  message: string
}

const Context = createContext<readonly Fault[]>([])

/** Hands down what is wrong; what is drawn below marks it. */
export function Faults({ faults, children }: { faults: readonly Fault[]; children: ReactNode }) {
  return <Context value={faults}>{children}</Context>
}

/** What is wrong at a place; with `isDeep` also below it. Undefined where nothing is. */
export function useFault(place: string, isDeep = false): string | undefined {
  const faults = use(Context).filter(
    (fault) => fault.place === place || (isDeep && fault.place.startsWith(`${place}.`)),
  )
  return faults.length > 0 ? faults.map(({ message }) => message).join('; ') : undefined
}

/** A message at its place, with the mark of what stops. */
export function FaultText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-baseline gap-1.5 text-label text-stop">
      <span aria-hidden="true" data-tone="stop" className="tone-mark" />
      {children}
    </p>
  )
}
