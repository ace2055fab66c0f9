/** The rules of a platform by name, for lists that are narrowed by one: every rule, whether it has alerts or not. */
import { queryOptions } from '@tanstack/react-query'
import type { RuleItem } from '#contract/model/rules/rule.ts'
import type { Api } from '#src/data/net/api.ts'
import type { Data } from './data.ts'

/** From the short form of the list of rules. */
export const ruleNamesQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: ['rules', 'names', platform],
    queryFn: async ({ signal }) => {
      // a separate area, needed when a list is filtered: not in the first load
      const { rules } = await import('#contract/calls/rules/rules.ts')
      return api.send(rules.list, { query: { platform, shortResponse: 'true' } }, { signal, platform, quiet: true })
    },
    meta: { persist: true },
    staleTime: 5 * 60_000,
    retry: false,
  })

/** Those that raise alerts on accounts, or on transactions; none where they cannot be read, which is not an error in the way. */
export async function ruleChoices(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  platform: string,
  area: 'account' | 'transaction',
): Promise<{ value: string; label: string }[]> {
  const found = await queries.ensureQueryData(ruleNamesQuery(api, platform)).catch(() => null)
  const ofArea = ({ type }: Pick<RuleItem, 'type'>) => (type === 'transaction') === (area === 'transaction')
  return (found?.items ?? []).filter(ofArea).map(({ id, name }) => ({ value: id, label: name }))
}
