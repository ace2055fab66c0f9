/** What may happen to a SAR or EDD form, and who may do it. Each answers why not, in words fit to be shown, or null. */
import {
  FORM_STATUS_LABELS,
  formMay,
  type FormAct,
  type FormStatus,
  type FormType,
} from '#contract/model/document-form.ts'
import { missingAnswers } from '#contract/model/form-sections.ts'
import type { Role } from '#contract/model/values.ts'

/** What of a form its rules depend on. */
export interface FormState {
  type: FormType
  status: FormStatus
  data: Readonly<Record<string, unknown>>
  /** Everybody who wrote on it or put it up for review. */
  hands: readonly string[]
}

const WORDS: Record<FormAct, string> = {
  change: 'be changed: set it back to new first',
  review: 'be put up for review',
  renew: 'be set back to new',
  approve: 'be approved',
  sign: 'take a signed copy',
}

/** Why an act may not happen to a form in its state; what goes to review has every required answer. */
export function whyNotForm(act: FormAct, form: FormState): string | null {
  if (!formMay(act, form.status)) return `The form is “${FORM_STATUS_LABELS[form.status]}” and cannot ${WORDS[act]}.`
  if (act !== 'review') return null
  const missing = missingAnswers(form.type, form.data)
  return missing.length > 0 ? `Not answered yet: ${missing.join(', ')}.` : null
}

const MAY_REOPEN: ReadonlySet<Role> = new Set(['document_admin', 'super_admin'])

/**
 * Why this person may not do it. Whoever had a hand in a form does not approve it, whatever his roles (four eyes), and
 * an approval is ended by those who can give one. That approving asks for a role at all is for `RESTRICTED` to say.
 */
export function whyNotBy(act: FormAct, form: FormState, by: { id: string; roles: readonly Role[] }): string | null {
  if (act === 'approve' && form.hands.includes(by.id)) return 'Somebody else approves a form than who wrote on it.'
  if (act === 'renew' && form.status === 'approved' && !by.roles.some((role) => MAY_REOPEN.has(role))) {
    return 'Only document administrators may reopen an approved form.'
  }
  return null
}
