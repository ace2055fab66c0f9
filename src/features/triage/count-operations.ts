import { OP_KINDS } from '#contract/ops/kinds.ts'

/** How many operations of each kind there are; kinds of which there is none are left out. */
export function tally(kinds: readonly string[]): [label: string, count: number][] {
  return Object.values(OP_KINDS)
    .map(({ kind, words }): [string, number] => [words.done, kinds.filter((one) => one === kind).length])
    .filter(([, count]) => count > 0)
}
