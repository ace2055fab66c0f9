// The rule's own limits, for comparison.
import { useQuery } from '@tanstack/react-query'
import type { Rule } from '#contract/model/rules/rule.ts'
import { useData } from '#src/data/data.ts'
import { valueText } from '#src/features/allowlists/labels.ts'
import { ruleQueries } from '#src/features/rules/public.ts'
import { formatCount } from '#src/format/count.ts'

/** The maximum number of listed values. */
const TOLD = 12

/** "The rule’s own: limit 9,000", and below it "Watched names: Hawala, Hundi". */
export function OwnLimits({ rule: { criteria, platform, options } }: { rule: Rule }) {
  const { api } = useData()
  const ids = options.configSets ?? []
  const { data: sets = [] } = useQuery({ ...ruleQueries.configSets(api, platform), enabled: ids.length > 0 })
  const named = sets.filter(({ id }) => ids.includes(String(id)))
  const words = Object.values(criteria).map(valueText).filter(Boolean).join('; ')
  return (
    <div className="grid gap-1 text-label text-muted">
      {words && <p>The rule’s own: {words}.</p>}
      {named.length > 0 && (
        <>
          <p>Its model settings count in the lists below as well:</p>
          <ul aria-label="Model settings of the rule" className="grid gap-1">
            {named.map(({ id, name, value }) => (
              <li key={id}>
                <span className="font-medium">{name}</span>: {value.slice(0, TOLD).join(', ') || 'no value'}
                {value.length > TOLD && ` and ${formatCount(value.length - TOLD)} more`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
