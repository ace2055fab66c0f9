/** The options of the editor, with labels. */
import { useMemo } from 'react'
import { foldText } from '#contract/fold-text.ts'
import { SERVICES } from '#contract/model/values.ts'
import { useReference } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { serviceName } from '#src/format/name.ts'
import type { Suggestion } from '#src/ui/form/suggest.tsx'

/** Those whose label holds the term, what begins with it first. */
export function matching(options: readonly Suggestion[], term: string): readonly Suggestion[] {
  const wanted = foldText(term)
  if (wanted === '') return options
  const rank = ({ value, label }: Suggestion) => {
    if (foldText(value) === wanted || foldText(label) === wanted) return 0
    const at = foldText(label).indexOf(wanted)
    return at < 0 ? -1 : at === 0 ? 1 : 2
  }
  return options
    .map((option) => [rank(option), option] as const)
    .filter(([found]) => found >= 0)
    .toSorted(([a], [b]) => a - b)
    .map(([, option]) => option)
}

export function useCountryOptions(): readonly Suggestion[] {
  const reference = useReference()
  const all = reference.list('countries')
  return useMemo(
    () =>
      all
        .map(({ id, value }) => ({ value: id, label: `${value} (${id})` }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
    [all],
  )
}

export function useServiceOptions(): readonly Suggestion[] {
  const { services } = useNames()
  return useMemo(() => SERVICES.map((value) => ({ value, label: serviceName(value, services) })), [services])
}
