/** Templates of notes and the macros on the digits of triage (docs/design/interaction.md#templates). */
/** The required evidence of a note; each asks for a reference before the note can be sent. */
export const EVIDENCE = {
  identity: 'identity document',
  funds: 'source of funds',
  purpose: 'invoice or contract',
  statement: 'account statement',
  answer: 'answer of the customer',
  screening: 'screening result',
} as const
export type Evidence = keyof typeof EVIDENCE

/**
 * The use of a template: closing a transaction alert or an account alert, without or with a SAR; recommending on a
 * case. A snippet is inserted into a note and decides nothing.
 */
export const TEMPLATE_USES = ['resolve', 'reject', 'account', 'account-sar', 'proceed', 'no-str', 'snippet'] as const
export type TemplateUse = (typeof TEMPLATE_USES)[number]

/** The kinds of alerts in triage, each with its own digits, and their dispositions. */
export const CLOSING_USES = {
  transaction: ['resolve', 'reject'],
  account: ['account', 'account-sar'],
} as const satisfies Record<string, readonly TemplateUse[]>
export type AlertKind = keyof typeof CLOSING_USES
export type ClosingUse = (typeof CLOSING_USES)[AlertKind][number]

/** The kind of alert that a template closes; null for one that closes none. */
export const kindClosedBy = (use: TemplateUse): AlertKind | null =>
  use === 'resolve' || use === 'reject' ? 'transaction' : use === 'account' || use === 'account-sar' ? 'account' : null

/** True if a triage digit may close by such a template. Suspicion has a letter, and no digit. */
export const isOnDigits = (use: TemplateUse): boolean => kindClosedBy(use) !== null && use !== 'account-sar'

export const MACRO_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
export type MacroKey = (typeof MACRO_KEYS)[number]

/** The id of what a digit does to a kind of alert. */
export const macroId = (kind: AlertKind, key: MacroKey): string => (kind === 'account' ? `account-${key}` : key)
