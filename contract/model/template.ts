/** Templates of notes and the macros on the digits of triage (interaction design, section 10). */
import * as z from 'zod/mini'
import { REASONS, RULE_TYPES } from './values.ts'

/** What a note can be required to point to; each asks for a reference before the note can go out. */
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
 * What a template is for: closing an alert on a transaction or, without and with a SAR, one on a customer's account;
 * recommending on a case. A snippet is inserted into a note that is being written, and decides nothing.
 */
export const TEMPLATE_USES = ['resolve', 'reject', 'account', 'account-sar', 'proceed', 'no-str', 'snippet'] as const
export type TemplateUse = (typeof TEMPLATE_USES)[number]

/** The kinds of alerts that triage goes through, each with digits of its own, and what these can decide. */
export const CLOSING_USES = {
  transaction: ['resolve', 'reject'],
  account: ['account', 'account-sar'],
} as const satisfies Record<string, readonly TemplateUse[]>
export type AlertKind = keyof typeof CLOSING_USES
export type ClosingUse = (typeof CLOSING_USES)[AlertKind][number]

/** The kind of alert that a template closes; null for one that closes none. */
export const kindClosedBy = (use: TemplateUse): AlertKind | null =>
  use === 'resolve' || use === 'reject' ? 'transaction' : use === 'account' || use === 'account-sar' ? 'account' : null

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const templateValue = z.object({
  title,
  /** Grows with every change, so that a sent note can say which wording it was made from. */
  revision: z.number().check(z.int(), z.minimum(1)),
  /** What sets it apart from the others, for lists of them. */
  gist: z.string().check(z.maxLength(300)),
  /** `{{case.id}}` is looked up, `{{?words}}` is asked for. */
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(20_000)),
  use: z.enum(TEMPLATE_USES),
  reason: z.optional(z.enum(REASONS)),
  /** Rule types it is for; empty for all. */
  ruleTypes: z.array(z.enum(RULE_TYPES)).check(z.maxLength(RULE_TYPES.length)),
  evidence: z.array(z.enum(Object.keys(EVIDENCE) as [Evidence, ...Evidence[]])).check(z.maxLength(6)),
})
export type TemplateValue = z.infer<typeof templateValue>

export const MACRO_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
export type MacroKey = (typeof MACRO_KEYS)[number]

/** The id of what a digit does to a kind of alert. */
export const macroId = (kind: AlertKind, key: MacroKey): string => (kind === 'account' ? `account-${key}` : key)

/** What one digit of triage does, under `macroId`. The template decides how it closes the alert, and why. */
export const macroValue = z.object({ title, templateId: z.string().check(z.minLength(1), z.maxLength(100)) })
export type MacroValue = z.infer<typeof macroValue>
