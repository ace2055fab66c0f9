/** Counts of things. */
import { COUNT_CAP } from '#contract/model/values.ts'

/** `1,284`, rounded. Without `Intl`, whose first use costs more than the rows beside it. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** A list's total: `10,000+` where the server stopped counting or the number is above the cap. */
export function formatTotal(total: { total: number; capped?: boolean | undefined }): string {
  if (total.capped) return `${formatCount(total.total)}+`
  return total.total > COUNT_CAP ? `${formatCount(COUNT_CAP)}+` : formatCount(total.total)
}

/** `1 alert`, `37 alerts`; a plural that is not the word and an s is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
