/**
 * The rules of SAR and EDD forms and their roles. Each function returns the reason of a refusal as text for the user,
 * or null.
 */
import {
  FORM_STATUS_LABELS,
  formMay,
  type FormAct,
  type FormStatus,
  type FormType,
} from '#contract/model/forms/document-form.ts'
import { formFaults, type FormFault } from '#contract/model/forms/form-checks.ts'
import type { Role } from '#contract/model/values.ts'

/** The fields of a form that the rules depend on. */
export interface FormState {
  type: FormType
  status: FormStatus
  data: Readonly<Record<string, unknown>>
  /** Everybody who wrote on it or submitted it for review. */
  hands: readonly string[]
}

const WORDS: Record<FormAct, string> = {
  change: 'be changed: return it to draft first',
  review: 'be submitted for review',
  renew: 'be returned to draft',
  approve: 'be approved',
  sign: 'take a signed copy',
}

/** The reason why an action is refused in the form's status. */
export function whyNotForm(act: FormAct, form: FormState): string | null {
  return formMay(act, form.status) ? null : `The form is “${FORM_STATUS_LABELS[form.status]}” and cannot ${WORDS[act]}.`
}

/** The faults that prevent the action: answers are validated before review, and again before approval. */
export function faultsBefore(act: FormAct, form: FormState, now: Date): FormFault[] {
  return act === 'review' || act === 'approve' ? formFaults(form.type, form.data, now.getTime()) : []
}

const MAY_REOPEN: ReadonlySet<Role> = new Set(['document_admin'])

/**
 * The reason why this person may not do it. Nobody approves a form they wrote on, whatever their roles (four eyes), and only
 * approvers reopen an approved form. The call requires the role.
 */
export function whyNotBy(act: FormAct, form: FormState, by: { id: string; roles: readonly Role[] }): string | null {
  if (act === 'approve' && form.hands.includes(by.id)) return 'A form is approved by somebody who has not edited it.'
  if (act === 'renew' && form.status === 'approved' && !by.roles.some((role) => MAY_REOPEN.has(role))) {
    return 'Only document administrators may reopen an approved form.'
  }
  return null
}
