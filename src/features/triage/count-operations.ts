import { OP_KINDS } from '#contract/ops/kinds.ts'

/** The number of operations by kind; absent kinds are left out. */
export function countOperations(kinds: readonly string[]): [label: string, count: number][] {
  return Object.values(OP_KINDS)
    .map(({ kind, words }): [string, number] => [words.done, kinds.filter((one) => one === kind).length])
    .filter(([, count]) => count > 0)
}
