/** Every policy that is data: a value for each platform, changed in Administration. What is added here appears there. */
import type { PolicyField } from '#contract/model/policy.ts'
import { AUTO_MOST } from '#contract/calls/team.ts'
import type { Config } from '#server/core/config.ts'
import type { FOUR_EYES } from '#server/core/settings/decisions.ts'
import { textsOf, type SettingName } from '#server/core/settings/settings.ts'
import type { SettingTexts } from '#server/core/settings/setting.ts'

type Kind = PolicyField['kind']
type ValueOf<K extends Kind> = K extends 'switch' ? boolean : K extends 'number' ? number : string

export interface DataPolicy<K extends Kind = Kind> extends SettingTexts {
  /** The setting that is the default of every platform, and has its words. */
  setting?: SettingName
  field: PolicyField & { kind: K }
  /** The default of a platform. */
  fallback: (config: Config) => ValueOf<K>
  /**
   * For a safeguard: its action in FOUR_EYES, and which changes loosen it. While that action needs two people,
   * loosening does too.
   */
  safeguard?: { of: (typeof FOUR_EYES)[number]; loosens: (change: { from: ValueOf<K>; to: ValueOf<K> }) => boolean }
}

/** How aliases count that a list itself calls weak, on all lists: `supported` by a birth date or number, never alone. */
export const WEAK_ALIASES = ['alone', 'supported', 'off'] as const
export type WeakAliases = (typeof WEAK_ALIASES)[number]
export const WEAK_ALIASES_DEFAULT: WeakAliases = 'supported'

/** From strict to loose. */
const WEAK_WAYS: { value: WeakAliases; label: string }[] = [
  { value: 'alone', label: 'Like any other alias' },
  { value: 'supported', label: 'With a birth date or number that agrees' },
  { value: 'off', label: 'Not compared' },
]
const weakRank = (value: string) => WEAK_WAYS.findIndex((way) => way.value === value)

const definePolicy = <K extends Kind>(policy: DataPolicy<K>): DataPolicy<K> => policy

const byDefault = (setting: SettingName) => ({ setting, ...textsOf(setting) })

const AUTO = 'Auto-assignment'
const AUTO_WAYS = [
  { value: 'off', label: 'Off' },
  { value: 'even', label: 'Evenly' },
  { value: 'load', label: 'By load' },
  { value: 'skill', label: 'By load and skill' },
]

/** The strictest first. */
const STRICTNESS: readonly string[] = ['refuse', 'catalogue', 'record']

export const DATA_POLICIES = {
  bulkCloseLimit: definePolicy({
    ...byDefault('BULK_CLOSE_LIMIT'),
    field: { kind: 'number', min: 1, max: 100_000, step: 1, unit: 'alerts' },
    fallback: (config) => config.bulkClose.limit,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to > from },
  }),
  bulkCloseMinutes: definePolicy({
    ...byDefault('BULK_CLOSE_MINUTES'),
    field: { kind: 'number', min: 1, max: 1440, step: 1, unit: 'minutes' },
    fallback: (config) => config.bulkClose.minutes,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
  sanctionsReleaseScore: definePolicy({
    ...byDefault('SANCTIONS_RELEASE_SCORE'),
    field: { kind: 'number', min: 0, max: 1, step: 0.01, unit: '' },
    fallback: (config) => config.sanctionsReleaseScore,
    safeguard: { of: 'sanctions', loosens: ({ from, to }) => to > from },
  }),
  weakAliases: definePolicy({
    group: 'Screening',
    title: 'Aliases of low quality',
    text: 'When an alias that a list itself calls weak makes a hit, on all lists. Takes effect with the next screening.',
    field: { kind: 'choice', options: WEAK_WAYS },
    fallback: () => WEAK_ALIASES_DEFAULT,
    safeguard: { of: 'sanctions', loosens: ({ from, to }) => weakRank(to) > weakRank(from) },
  }),
  autoAssignCases: definePolicy({
    group: AUTO,
    title: 'New cases',
    text: 'Every minute, unassigned cases are assigned to analysts who are present.',
    field: { kind: 'choice', options: AUTO_WAYS },
    fallback: () => 'off',
  }),
  autoAssignCasesMost: definePolicy({
    group: AUTO,
    title: 'New cases: most open a person',
    text: 'Auto-assignment gives no more cases to a person with this many open ones.',
    field: { kind: 'number', min: 1, max: AUTO_MOST, step: 1, unit: 'cases' },
    fallback: () => 100,
  }),
  autoAssignAccountAlerts: definePolicy({
    group: AUTO,
    title: 'New account alerts',
    text: 'Every minute, unassigned account alerts are assigned to analysts who are present.',
    field: { kind: 'choice', options: AUTO_WAYS },
    fallback: () => 'off',
  }),
  autoAssignAccountAlertsMost: definePolicy({
    group: AUTO,
    title: 'New account alerts: most open a person',
    text: 'Auto-assignment gives no more account alerts to a person with this many open ones.',
    field: { kind: 'number', min: 1, max: AUTO_MOST, step: 1, unit: 'account alerts' },
    fallback: () => 100,
  }),
  autoAssignAbsent: definePolicy({
    group: AUTO,
    title: 'New work of absent people',
    text: 'Work that an absent person has not begun is assigned like unassigned work.',
    field: { kind: 'switch' },
    fallback: () => false,
  }),
  precedentGuard: definePolicy({
    ...byDefault('PRECEDENT_GUARD'),
    field: {
      kind: 'choice',
      options: [
        { value: 'ask', label: 'Ask for a reason' },
        { value: 'off', label: 'Off' },
      ],
    },
    fallback: (config) => config.precedent.guard,
  }),
  precedentShare: definePolicy({
    ...byDefault('PRECEDENT_SHARE'),
    field: { kind: 'number', min: 0.51, max: 1, step: 0.01, unit: '' },
    fallback: (config) => config.precedent.share,
  }),
  precedentLeast: definePolicy({
    ...byDefault('PRECEDENT_LEAST'),
    field: { kind: 'number', min: 1, max: 1000, step: 1, unit: 'alerts' },
    fallback: (config) => config.precedent.least,
  }),
  unreadFacts: definePolicy({
    ...byDefault('UNREAD_FACTS'),
    field: {
      kind: 'choice',
      options: [
        { value: 'refuse', label: 'Refuse' },
        { value: 'catalogue', label: 'Refuse, but accept calls of the catalogue' },
        { value: 'record', label: 'Accept and record' },
      ],
    },
    fallback: (config) => config.facts.unread,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => STRICTNESS.indexOf(to) > STRICTNESS.indexOf(from) },
  }),
  factsMinutes: definePolicy({
    ...byDefault('FACTS_MINUTES'),
    field: { kind: 'number', min: 1, max: 1440, step: 1, unit: 'minutes' },
    fallback: (config) => config.facts.minutes,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to > from },
  }),
  factsOfflineMinutes: definePolicy({
    ...byDefault('FACTS_OFFLINE_MINUTES'),
    field: { kind: 'number', min: 1, max: 10_080, step: 1, unit: 'minutes' },
    fallback: (config) => config.facts.offlineMinutes,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to > from },
  }),
  sampleLeast: definePolicy({
    ...byDefault('SAMPLE_LEAST'),
    field: { kind: 'number', min: 2, max: 1000, step: 1, unit: 'payments' },
    fallback: (config) => config.facts.sampleLeast,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
  stackSampling: definePolicy({
    ...byDefault('STACK_SAMPLING'),
    field: { kind: 'number', min: 0, max: 100, step: 1, unit: '%' },
    fallback: (config) => config.stacks.share,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
  stackSamplingLeast: definePolicy({
    ...byDefault('STACK_SAMPLING_LEAST'),
    field: { kind: 'number', min: 1, max: 500, step: 1, unit: 'alerts' },
    fallback: (config) => config.stacks.least,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
}

export type DataPolicies = typeof DATA_POLICIES
export type DataPolicyId = keyof DataPolicies
export type PolicyValueOf<I extends DataPolicyId> = ReturnType<DataPolicies[I]['fallback']>
