/** Template variables of one account alert; separate from those of cases, which are in the first load. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { NoteAbout } from '#src/features/templates/claims/connect-claims.ts'
import { personFacts, type Writing } from './note-facts.ts'
import type { Variable } from './render.ts'

/** The variables of an account alert; none of a transaction. */
export function accountNoteFacts(row: AccountAlertItem, { me, now, evidence }: Writing) {
  return {
    ...personFacts(row.customerName, { me, now }),
    'alert.id': row.id,
    'alert.ruleName': row.ruleName,
    'alert.facts': row.text,
    date: row.createAt.date.slice(0, 10),
    'customer.id': row.customerId,
    evidence: evidence(row.id),
  } satisfies Partial<Record<Variable, string>>
}

/** The subject of a note on an account alert. */
export function aboutAccountAlert(row: AccountAlertItem, writing: Writing): NoteAbout {
  const subject = { kind: 'alert', id: row.id, platform: row.platform } as const
  return {
    variables: accountNoteFacts(row, writing),
    sheet: writing.sheetOf?.(subject),
    ...writing.readingOf?.(subject),
    alertId: row.id,
    ruleType: row.ruleType,
    policy: writing.claims,
  }
}
