import type { Fault } from '#src/data/net/faults.ts'
import { countOf } from '#src/format/count.ts'
import { ToneMark } from '#src/ui/tag.tsx'
import { focusPlace } from './focus.ts'

interface FaultListProps {
  faults: readonly Fault[]
  /** The label of a path on screen. */
  labelOf: (place: string) => string
}

/** Everything wrong with what was to be saved, each with a jump to its field. It stays in view while the form scrolls. */
export function FaultList({ faults, labelOf }: FaultListProps) {
  if (faults.length === 0) return null
  return (
    <section
      role="alert"
      aria-label="Errors"
      className="grid max-h-40 flex-none gap-1 overflow-y-auto border-b border-line bg-raised px-4 py-2"
    >
      <p className="flex items-baseline gap-1.5 text-list font-medium text-stop">
        <ToneMark tone="stop" />
        {countOf(faults.length, 'error')}
      </p>
      <ul className="grid gap-0.5">
        {faults.map(({ place, message }) => (
          <li key={`${place} ${message}`}>
            <button
              type="button"
              className="min-h-6 text-start text-list underline decoration-line-strong underline-offset-2 hover:decoration-current"
              onClick={() => focusPlace(place)}
            >
              {labelOf(place)}: {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
