/** The precedent of an alert on the same customer: earlier decisions of its rule, and other analysts. Pure. */
import { accountAlertKey, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { fromStamp } from '#contract/model/common.ts'
import { countOf } from '#src/format/count.ts'

export interface Precedent {
  /** Raised by the same rule before this one. */
  earlier: number
  resolved: number
  sar: number
  /** Open alerts of the same rule, which can be decided together. */
  similar: number
  /** Names of others who have open alerts of this customer. */
  others: readonly string[]
  /** Decided ones of the rule of which a plain server does not tell how, nor when. */
  untold: number
}

/** `all`: every alert of the customer, or the open ones and how many of each rule are decided. */
export function precedentOf(
  row: AccountAlertItem,
  all: readonly AccountAlertItem[],
  decided: Readonly<Record<string, number>> = {},
): Precedent {
  const same = all.filter((one) => one.ruleId === row.ruleId && one.id !== row.id)
  const isEarlier = (one: AccountAlertItem) => fromStamp(one.createAt) <= fromStamp(row.createAt)
  const earlier = same.filter(isEarlier)
  const keyed = (key: string) => earlier.filter((one) => accountAlertKey(one) === key).length
  const at = all.filter((one) => one.id !== row.id && isOpenAlert(one.status) && one.manager?.id !== row.manager?.id)
  return {
    earlier: earlier.length,
    resolved: keyed('resolved'),
    sar: keyed('sar'),
    similar: same.filter((one) => isOpenAlert(one.status)).length,
    others: [...new Set(at.flatMap(({ manager }) => manager?.name ?? []))],
    untold: decided[row.ruleId] ?? 0,
  }
}

/** "7 earlier, 6 resolved, 1 with SAR". */
export function precedentText({ earlier, resolved, sar, untold }: Precedent): string {
  if (earlier + untold === 0) return 'First alert of this rule for this customer'
  return [
    earlier > 0 && countOf(earlier, 'earlier', 'earlier'),
    resolved > 0 && `${resolved} resolved`,
    sar > 0 && `${sar} with SAR`,
    earlier > resolved + sar && `${earlier - resolved - sar} open`,
    untold > 0 && `${untold} decided, outcome not given by this server`,
  ]
    .filter(Boolean)
    .join(', ')
}
