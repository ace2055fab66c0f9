/** Counts of things. */
import { COUNT_CAP } from '#contract/model/values.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `1,284`. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** A list's total: `10,000+` where the server stopped counting or the number is above the cap. */
export function formatTotal(total: { total: number; capped?: boolean | undefined }): string {
  if (total.capped) return `${whole.format(total.total)}+`
  return total.total > COUNT_CAP ? `${whole.format(COUNT_CAP)}+` : whole.format(total.total)
}

/** `1 alert`, `37 alerts`; a plural that is not the word and an s is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`
}
