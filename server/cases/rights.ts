/** The rules of a case and its roles. Each function returns the reason of a refusal as text for the user, or null. */
import { CASE_LABELS, caseKey, caseMay, type CaseAct } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { CaseStatus, Role } from '#contract/model/values.ts'

/** The fields of a case that the rules depend on. */
export interface CaseState {
  id: string
  status: CaseStatus
  recommendedStr: 0 | 1
  alertCount: number
  openAlerts: number
}

const WORDS: Record<CaseAct, string> = {
  note: 'take a note',
  assign: 'be assigned',
  release: 'be released',
  escalate: 'be escalated',
  await: 'be set to await the customer',
  new: 'be set back to new',
  recommendStr: 'be recommended',
  resolveAlert: 'have its alerts decided',
  review: 'be reviewed on another day',
}

/** The reason why an action is refused: the status does not allow it, or alerts are open (decision 0011). */
export function whyNotCase(act: CaseAct, state: CaseState): string | null {
  if (!caseMay(act, state.status)) return `${state.id} is “${CASE_LABELS[caseKey(state)]}” and cannot ${WORDS[act]}.`
  if (act === 'review' && state.recommendedStr === 1) return `${state.id} is reported: there is nothing to review.`
  if (act === 'recommendStr' && state.openAlerts > 0) {
    const alerts = state.openAlerts === 1 ? 'One alert is' : `${state.openAlerts} alerts are`
    return `${alerts} still open on ${state.id}: resolve or reject ${state.openAlerts === 1 ? 'it' : 'them'} first.`
  }
  return null
}

/** The object of a hand-over: a case by its id, or "The alert"; and its assignee, null if nobody is assigned. */
interface Held {
  name: string
  /** In the plural. */
  nouns: 'cases' | 'alerts'
  holder: string | null
}

/** The reason why work cannot be taken from its assignee: the assignee gives it away, or a manager. */
export function whyNotMove(
  act: 'release' | 'escalate',
  by: { id: string; roles: readonly Role[] },
  { name, nouns, holder }: Held,
): string | null {
  if (holder === null || holder === by.id || mayAssignOthers(by.roles)) return null
  return `${name} is assigned to somebody else: only managers may ${act} the ${nouns} of others.`
}

/** The reason why a case cannot be assigned: anyone takes work, managers and above assign it to others. */
export function whyNotAssign(by: { id: string; roles: readonly Role[] }, to: Pick<Person, 'id'>): string | null {
  return to.id === by.id || mayAssignOthers(by.roles) ? null : 'Only managers may give work to others.'
}
