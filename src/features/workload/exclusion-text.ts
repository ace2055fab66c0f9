/** An exclusion as text. Pure. */
import { WORK_QUEUE_LABELS, type Exclusion } from '#contract/model/team/exclusion.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import { humanise } from '#src/format/label.ts'

const WHAT: Readonly<Record<Exclusion['scope'], (value: string) => string>> = {
  customer: (value) => `client ${value}`,
  ruleType: (value) => `rules of type ${humanise(value)}`,
  queue: (value) => WORK_QUEUE_LABELS[value as WorkQueue],
}

export const exclusionText = ({ scope, value, reason }: Pick<Exclusion, 'scope' | 'value' | 'reason'>): string =>
  `${WHAT[scope](value)}: ${reason}`
