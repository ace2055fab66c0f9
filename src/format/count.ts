/** Counts of things. */
import { COUNT_CAP } from '#contract/model/values.ts'

let whole: Intl.NumberFormat | undefined

/** `1,284`. */
export function formatCount(count: number): string {
  if (Number.isInteger(count) && count >= 0 && count < 1000) return String(count)
  whole ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
  return whole.format(count)
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
