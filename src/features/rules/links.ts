/** Addresses of the screens of rules. */
import { defaultStringifySearch } from '@tanstack/react-router'
import type { RulesFilter } from '#src/features/rules/list/filter.ts'

const home = (platform: string) => `/admin/${encodeURIComponent(platform)}`

export const rulesHref = (platform: string, filter: RulesFilter | null = null): string =>
  `${home(platform)}/rules/${defaultStringifySearch(Object.fromEntries(Object.entries(filter ?? {}).filter(([, value]) => value)))}`

export const ruleHref = (platform: string, id: string | null): string =>
  id === null ? `${home(platform)}/rule/add` : `${home(platform)}/rules/${encodeURIComponent(id)}`

export const revisionHref = (platform: string, revisionId: string): string =>
  `${home(platform)}/revision/${encodeURIComponent(revisionId)}`
