// The faults of a draft by path: names and numbers joined by dots.
import { createContext, use, useMemo, type ReactNode } from 'react'
import { faultAt, type Fault } from '#src/data/net/faults.ts'

const Context = createContext<readonly Fault[]>([])

/** Hands down what is wrong; what is drawn below marks it. */
export function Faults({ faults, children }: { faults: readonly Fault[]; children: ReactNode }) {
  return <Context value={faults}>{children}</Context>
}

const isKnown = (known: readonly Fault[], { place, message }: Fault) =>
  known.some((one) => one.place === place && one.message === message)

/** Further faults for what is drawn below; one that is known already is told once. */
export function MoreFaults({ faults, children }: { faults: readonly Fault[]; children: ReactNode }) {
  const known = use(Context)
  const all = useMemo(() => [...known, ...faults.filter((fault) => !isKnown(known, fault))], [known, faults])
  return <Context value={all}>{children}</Context>
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
