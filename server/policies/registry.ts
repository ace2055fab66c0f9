/** Every policy that is data: a value for each platform, changed in Administration. What is added here appears there. */
import type { PolicyField } from '#contract/model/administration/policy.ts'
import { AUTO_MOST } from '#contract/calls/team.ts'
import type { Config } from '#server/core/config.ts'
import type { FOUR_EYES } from '#server/core/four-eyes.ts'

interface Words {
  /** The group in the list. */
  group: string
  title: string
  /** The effect, in one sentence. */
  text: string
}

type Kind = PolicyField['kind']
type ValueOf<K extends Kind> = K extends 'switch' ? boolean : K extends 'number' ? number : string

export interface DataPolicy<K extends Kind = Kind> extends Words {
  field: PolicyField & { kind: K }
  /** The default of a platform. */
  fallback: (config: Config) => ValueOf<K>
  /**
   * For a safeguard: its action in FOUR_EYES, and which changes loosen it. While that action needs two people,
   * loosening does too.
   */
  safeguard?: { of: (typeof FOUR_EYES)[number]; loosens: (change: { from: ValueOf<K>; to: ValueOf<K> }) => boolean }
}

const definePolicy = <K extends Kind>(policy: DataPolicy<K>): DataPolicy<K> => policy

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
    group: 'Four eyes',
    title: 'Bulk close: alerts',
    text: 'Under “bulk”, closings of one person above this number wait for a second person.',
    field: { kind: 'number', min: 1, max: 100_000, step: 1, unit: 'alerts' },
    fallback: (config) => config.bulkClose.limit,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to > from },
  }),
  bulkCloseMinutes: definePolicy({
    group: 'Four eyes',
    title: 'Bulk close: time',
    text: 'Under “bulk”, closings are counted over this time.',
    field: { kind: 'number', min: 1, max: 1440, step: 1, unit: 'minutes' },
    fallback: (config) => config.bulkClose.minutes,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
  sanctionsReleaseScore: definePolicy({
    group: 'Four eyes',
    title: 'Release of a sanctions hit: match score',
    text: 'Under “sanctions”, a hit with at least this match score is released by two people.',
    field: { kind: 'number', min: 0, max: 1, step: 0.01, unit: '' },
    fallback: (config) => config.sanctionsReleaseScore,
    safeguard: { of: 'sanctions', loosens: ({ from, to }) => to > from },
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
    group: 'Decisions',
    title: 'Decision against precedent',
    text: 'A decision that differs from how nearly all like alerts were closed is asked about, and the answer is on record.',
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
    group: 'Decisions',
    title: 'Precedent: share',
    text: 'If at least this share of similar alerts had one disposition, another one is against precedent.',
    field: { kind: 'number', min: 0.51, max: 1, step: 0.01, unit: '' },
    fallback: (config) => config.precedent.share,
  }),
  precedentLeast: definePolicy({
    group: 'Decisions',
    title: 'Precedent: least number',
    text: 'With fewer like alerts than this there is no precedent.',
    field: { kind: 'number', min: 1, max: 1000, step: 1, unit: 'alerts' },
    fallback: (config) => config.precedent.least,
  }),
  unreadFacts: definePolicy({
    group: 'Decisions',
    title: 'Closing without facts read',
    text: 'Closing without a report is refused where its facts were not read, or too long ago. Calls of the catalogue cannot say what was read.',
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
    group: 'Decisions',
    title: 'Age of facts: with a connection',
    text: 'Facts that were read longer ago than this are read again before a decision.',
    field: { kind: 'number', min: 1, max: 1440, step: 1, unit: 'minutes' },
    fallback: (config) => config.facts.minutes,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to > from },
  }),
  factsOfflineMinutes: definePolicy({
    group: 'Decisions',
    title: 'Age of facts: offline',
    text: 'Without a connection, facts may have been read this long before the decision; its note says when.',
    field: { kind: 'number', min: 1, max: 10_080, step: 1, unit: 'minutes' },
    fallback: (config) => config.facts.offlineMinutes,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to > from },
  }),
  sampleLeast: definePolicy({
    group: 'Decisions',
    title: 'Usual amounts: least number of payments',
    text: 'Of fewer payments than this no percentile and no z-score is computed.',
    field: { kind: 'number', min: 2, max: 1000, step: 1, unit: 'payments' },
    fallback: (config) => config.facts.sampleLeast,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
  stackSampling: definePolicy({
    group: 'Decisions',
    title: 'Stacks: sampling rate',
    text: 'Similar cases or account alerts are decided as one stack after this share of them was looked at; which ones is on record. A rule with a higher rate of quality reviews takes that rate.',
    field: { kind: 'number', min: 0, max: 100, step: 1, unit: '%' },
    fallback: (config) => config.stacks.share,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
  stackSamplingLeast: definePolicy({
    group: 'Decisions',
    title: 'Stacks: least number',
    text: 'At least this many of a stack are reviewed, or all of it.',
    field: { kind: 'number', min: 1, max: 500, step: 1, unit: 'alerts' },
    fallback: (config) => config.stacks.least,
    safeguard: { of: 'bulk', loosens: ({ from, to }) => to < from },
  }),
}

export type DataPolicies = typeof DATA_POLICIES
export type DataPolicyId = keyof DataPolicies
export type PolicyValueOf<I extends DataPolicyId> = ReturnType<DataPolicies[I]['fallback']>
