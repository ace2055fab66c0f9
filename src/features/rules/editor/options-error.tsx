import { useQuery } from '@tanstack/react-query'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { typesOf } from './draft.ts'
import type { PartProps } from './part-props.ts'

/** Shows that the form's options could not be read, with a retry: no draft can be validated or saved without them. */
export function OptionsError({ body }: Pick<PartProps, 'body'>) {
  const { api } = useData()
  const isOnline = useIsOnline()
  const types = useQuery(ruleQueries.types(api, typesOf(body)))
  const comparisons = useQuery(ruleQueries.comparisons(api))
  const ofCustomers = useQuery(ruleQueries.customerFields(api))
  const ofTransactions = useQuery(ruleQueries.transactionFields(api))
  const unread = [types, comparisons, ofCustomers, ofTransactions].find(({ data, error }) => !data && error)
  if (!unread) return null
  return (
    <div role="alert" className="flex items-center gap-3 text-list text-stop">
      <p>The choices {isOnline ? `could not be read: ${unread.error?.message}` : 'needs the network'}</p>
      <CommandButton command="rule.refresh">Try again</CommandButton>
    </div>
  )
}
