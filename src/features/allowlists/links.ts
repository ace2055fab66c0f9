/** Paths of allowlists, inside this window. */
import { defaultStringifySearch } from '@tanstack/react-router'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { allowlistFilter, type AllowlistFilter } from './filter.ts'

const home = (platform: string) => `/admin/${encodeURIComponent(platform)}`
const part = encodeURIComponent

export function listHref(platform: string, filter: AllowlistFilter): string {
  const { search: _, ...open } = allowlistFilter.differing(filter)
  return `${home(platform)}/allowlists${defaultStringifySearch(open)}`
}

export const newHref = (platform: string): string => `${home(platform)}/allowlists/add`

export const allowlistHref = ({ platform, id, ruleId }: Pick<Allowlist, 'platform' | 'id' | 'ruleId'>): string =>
  `${home(platform)}/${part(id)}/${part(ruleId)}`

export const versionHref = ({
  platform,
  versionId,
  ruleId,
}: Pick<Allowlist, 'platform' | 'versionId' | 'ruleId'>): string =>
  `${home(platform)}/allowlists/version/${part(versionId)}/${part(ruleId)}`
