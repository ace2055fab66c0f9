/** A case in lines of label and value: preview, triage and the case's screen show the same. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import { fromStamp } from '#contract/model/common.ts'
import type { Names } from '#src/data/names.ts'
import { reviewText } from '#src/features/cases/review.ts'
import { agoText } from '#src/format/age.ts'
import { moneyLines } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { serviceName } from '#src/format/name.ts'

/** `now` in milliseconds. */
export function caseSummary(row: CaseItem, now: number, names: Names): [label: string, value: string][] {
  const { data } = row
  const review = reviewText(row.review)
  return [
    ['Amount', moneyLines(data.transactionAmount, data.transactionCurrency, data.transactionUsdAmount).join('\n')],
    [
      'Service',
      [serviceName(data.transactionType, names.services), data.transactionDirection].filter(Boolean).join(', '),
    ],
    ['Client', `${data.clientName} (${row.clientType})`],
    ['Counterparty', data.counterpartyName],
    ['IP country', countryLabel(data.transactionCountry, names.countries) ?? ''],
    ['Transaction', data.transactionId],
    ['Created', `${row.createAt.date} UTC, ${agoText(now - fromStamp(row.createAt))}`],
    ['Assigned to', row.manager?.name ?? 'Unassigned'],
    ...(review === null ? [] : [['Review', review] as [string, string]]),
  ]
}
