/** The lookups behind rule texts, as far as loaded. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RuleArea } from '#contract/model/values.ts'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { countryLabel } from '#src/format/country.ts'
import { serviceName } from '#src/format/name.ts'
import { ruleQueries } from './queries.ts'
import { nameAmong, type Look } from './rule-text.ts'

const NONE: readonly never[] = []

/** The types of every area together tell what any rule's parameters are called. */
export function useLookups(platform: string, area: RuleArea = 'transaction'): Look {
  const { api } = useData()
  const names = useNames()
  const types = useQuery(ruleQueries.types(api, area)).data ?? NONE
  const ofCustomers = useQuery(ruleQueries.customerFields(api)).data ?? NONE
  const ofTransactions = useQuery(ruleQueries.transactionFields(api)).data ?? NONE
  const comparisons = useQuery(ruleQueries.comparisons(api)).data ?? NONE
  const sets = useQuery(ruleQueries.configSets(api, platform)).data
  const templates = useQuery(ruleQueries.ticketTemplates(api, platform)).data
  return useMemo(
    () => ({
      types,
      fields: [...ofTransactions, ...ofCustomers],
      comparisons,
      service: (id) => serviceName(id, names.services),
      country: (id) => countryLabel(id, names.countries) ?? id,
      configSet: nameAmong(sets, 'Deleted model setting'),
      ticketTemplate: nameAmong(templates, 'Deleted ticket template'),
    }),
    [types, ofTransactions, ofCustomers, comparisons, names, sets, templates],
  )
}
