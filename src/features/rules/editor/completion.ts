/** Completions of a value while typing: values seen before, from three characters on. */
import { useMemo } from 'react'
import { useParams } from '@tanstack/react-router'
import { rules } from '#contract/calls/rules/rules.ts'
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import { autocompletePlan, autocompleteValues } from '#contract/model/rules/rule.ts'
import { useData } from '#src/data/data.ts'
import type { Api } from '#src/data/net/api.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import type { Suggestion } from '#src/ui/form/suggest.tsx'

const CALLS = {
  transaction: [rules.autocompleteTransaction, rules.transactionValues],
  enrichment: [rules.autocompleteEnrichment, rules.enrichmentValues],
  contract: [rules.autocompleteContract, rules.contractValues],
} as const

/** Values of a field that hold the term; none for one or two characters (docs/design/specification.md#saving). */
async function valuesOf(api: Api, platform: string, source: keyof typeof CALLS, fieldName: string, term: string) {
  const plan = autocompletePlan(fieldName, term)
  if (plan === 'nothing') return []
  const [some, every] = CALLS[source]
  const how = { platform, quiet: true }
  const reply =
    plan === 'all'
      ? await api.send(every, { params: { platform, fieldName } }, how)
      : await api.send(some, { params: { platform, fieldName, term } }, how)
  return autocompleteValues(reply)
}

/** The completions of a filter field's value. */
export function useCompletion(): (field: FilterField, term: string) => Promise<readonly Suggestion[]> {
  const { api, queries } = useData()
  const { platform = '' } = useParams({ strict: false })
  return useMemo(
    () => async (field, term) => {
      if (!field.autocomplete) return []
      const ofTransactions = await queries.ensureQueryData(ruleQueries.transactionFields(api))
      const isOfTransaction = ofTransactions.some(({ name }) => name === field.name)
      const source = isOfTransaction ? 'transaction' : field.name.startsWith('contract') ? 'contract' : 'enrichment'
      const values = await valuesOf(api, platform, source, field.name, term.trim())
      return values.map((value) => ({ value, label: value }))
    },
    [api, queries, platform],
  )
}
