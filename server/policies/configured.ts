/** Policies from configuration: every setting except addresses and paths. */
import { policyValueText, type ListedPolicy, type PolicyValue } from '#contract/model/policy.ts'
import { POLICY_SETTINGS, showSetting, textsOf, type SettingName } from '#server/core/settings/settings.ts'
import { DATA_POLICIES, type DataPolicy } from './data-policies.ts'
import type { PolicySource } from './source.ts'

/** The policies that each platform can change, by the setting that is their default. */
const BY_SETTING = new Map(
  Object.values<DataPolicy>(DATA_POLICIES as never).flatMap((policy) =>
    policy.setting === undefined ? [] : [[policy.setting, policy] as const],
  ),
)

function inWords(name: SettingName, value: unknown): Pick<ListedPolicy, 'group' | 'title' | 'text' | 'shown'> {
  const { group, title, text } = textsOf(name)
  const policy = BY_SETTING.get(name)
  if (!policy) return { group, title, text, shown: showSetting(name, value) }
  const shown = policyValueText(policy.field, value as PolicyValue)
  return { group, title: `${title} (default)`, text: 'The value for platforms without their own.', shown }
}

const toPolicy = (name: SettingName, value: unknown): ListedPolicy => ({
  id: name,
  ...inWords(name, value),
  field: null,
  value: null,
  where: name,
  isConfiguration: true,
  version: 0,
  changedBy: null,
  changedAt: null,
})

/** Read-only: they are changed in the environment of the server, and count from its next start. */
export const configuredPolicies: PolicySource = {
  list: async (_, { config }) => POLICY_SETTINGS.map((name) => toPolicy(name, config.given[name])),
}
