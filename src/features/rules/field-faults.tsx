// The faults of a draft by path: names and numbers joined by dots.
import { createContext, use, type ReactNode } from 'react'
import { faultAt, type Fault } from '#src/data/net/faults.ts'

const Context = createContext<readonly Fault[]>([])

/** Hands down what is wrong; what is drawn below marks it. */
export function Faults({ faults, children }: { faults: readonly Fault[]; children: ReactNode }) {
  return <Context value={faults}>{children}</Context>
}

/** The fault at a path; with `isDeep` also below it. Undefined if none. */
export function useFault(place: string, isDeep = false): string | undefined {
  const faults = use(Context)
  return faultAt(isDeep ? faults : faults.filter((fault) => fault.place === place), place)
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
