import type { OpName } from '#contract/ops/kinds.ts'

/** What each kind of operation came to, in the order a summary names them. */
const WORDS: Partial<Record<OpName, string>> = {
  'alert.resolve': 'Resolved',
  'alert.reject': 'Rejected',
  'accountAlert.status': 'Status set of',
  'case.recommendStr': 'Recommended on',
  'case.await': 'Awaiting response',
  'case.renew': 'New again',
  'case.assign': 'Assigned',
  'accountAlert.assign': 'Alerts assigned',
  'case.note': 'Noted',
  'accountAlert.note': 'Alerts noted',
}

/** How many operations of each kind there are; kinds of which there is none are left out. */
export function tally(kinds: readonly string[]): [label: string, count: number][] {
  return Object.entries(WORDS)
    .map(([kind, label]): [string, number] => [label, kinds.filter((one) => one === kind).length])
    .filter(([, count]) => count > 0)
}
