/** Dependencies of case commands on the window, and their targets. */
import type { WorkQueue, Reason } from '#contract/model/values.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { StackDecision } from '#contract/model/cases/stacks.ts'
import type { Person } from '#contract/model/common.ts'
import type { Exclusion } from '#contract/model/team/exclusion.ts'
import type { AlertKind } from '#contract/model/templates/template.ts'
import { targetLabel, type Chosen, type CommandId, type Ctx, type Effect, type Option } from '#src/commands/command.ts'
import type { ReadEvidence } from '#src/features/facts/public.ts'
import type { Queue } from '#src/features/cases/queue/queue.ts'
import type { Facts, NoteChoice, NoteStating, Writing } from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'

export interface Manager extends Person {
  /** Cases that are theirs and not finished; unknown where the server does not count them. */
  open?: number
  /** The queues whose work they are dealt; unknown where the server keeps no roster. */
  queues?: readonly WorkQueue[]
  roles?: readonly string[]
  excludedFrom?: readonly Pick<Exclusion, 'scope' | 'value'>[]
}

/** The work that an assignee is chosen for. */
export interface AssignableWork {
  queue: WorkQueue
  customerIds: readonly string[]
}

/** The policy of recommendations. */
export interface StrReview {
  me: Person | null
  /** An STR counts once another person has approved it. */
  isReviewed: boolean
}

export interface CaseDeps {
  queue: Queue
  /** The signed-in user; null before it is known. */
  me(): Person | null
  /** The author of a note, for its template. */
  writing(): Writing
  /** Checks whether the facts of a case were read, and what a decision carries of them. */
  evidenceOf(row: Pick<CaseItem, 'id' | 'platform'>): ReadEvidence
  /** Reads the facts of cases; `tell` is called after each. Never rejects. */
  readFacts(rows: readonly CaseItem[], tell?: (read: number) => void): Promise<void>
  /** The recommending user, and whether an STR needs approval. */
  review(): StrReview
  /** May give work to others. */
  mayAssign(): boolean
  /** Possible assignees, by part of a name if the server has no list; offline, those known last. */
  assignees(platform: string, term: string, dealt: AssignableWork): Promise<Option<Person>[]>
  /** Managers to escalate to; offline, those known last. */
  superiors(platform: string, dealt: AssignableWork): Promise<Option<Person>[]>
  /** The server releases and escalates; the plain catalogue does not. */
  handsOver(): boolean
  /** The reason why a decision is refused now, as text: the target has only just appeared. Null if allowed. */
  tooSoon(): string | null
  /** How long what is in front is shown before it counts as read, ms. */
  dwellMs(): number
  /** The server rejected a decision on the case. */
  isStuck(caseId: string): boolean
  /** After a decision: triage advances, past the whole case if that was decided. Does nothing outside triage. */
  decided(isWholeCase: boolean): Effect
}

/** A note that is being written on before a decision goes out: what the drawer 'alert resolve' is opened with. */
export interface NoteDraft {
  /** The kind of its alert; transaction by default. */
  kind?: AlertKind
  /** The command that takes the note as its argument `note`. */
  command: CommandId
  /** Its other arguments. */
  args: Chosen
  reason: Reason | undefined
  /** The template, as `id@revision`. */
  template: string | undefined
  /** Template variables, for inserted text. */
  facts: Facts
  text: string
  /** The open slots. */
  slots: readonly { prompt: string; start: number; end: number }[]
  /** The generated text of template and facts; the user's own text is separate. */
  made: string
  stating?: NoteStating
  /** The words are for several alerts, in the slots of what this template says of each. */
  shared?: { choice: NoteChoice; keys: readonly string[] }
  /** The words are the reason for closing with outstanding procedure steps. */
  asksSteps?: boolean
  /** Asks for the day on which the case comes back. */
  asksReview?: boolean
  /** The words are the reason to decide against the facts. */
  isOverride?: boolean
  label: string
}

export interface Targets {
  ids: readonly string[]
  rowOf: (id: string) => CaseItem | undefined
  /** The alerts meant, where it is not every open one. */
  only?: ReadonlySet<string>
  /** The record of the stack that a case is decided with. */
  stackOf?: (id: string) => StackDecision | undefined
  /** "PX100231" or "37 cases". */
  label: string
}

const nothing: Targets = { ids: [], rowOf: () => undefined, label: '' }

/** The target of a command: the open case, the current one of triage, else the selection or the cursor row. */
export function targetsOf(c: Ctx, queue: Queue): Targets {
  const { opened, front } = queue.atHand.getState()
  if (c.atoms.view === 'case') {
    if (!opened) return nothing
    return {
      ids: [opened.id],
      rowOf: (id) => (opened.id === id ? opened : undefined),
      // another list of the case may be current
      only: new Set(c.atoms.alertCursor ? c.targets : []),
      label: opened.id,
    }
  }
  const rowOf = (id: string) => queue.rowOf(id)
  if (c.atoms.triage) {
    if (!front) return nothing
    const only = front.alertId === null ? undefined : new Set([front.alertId])
    return { ids: [front.caseId], rowOf, label: front.caseId, ...(only && { only }) }
  }
  const { targets } = c
  if (targets.length === 0) return nothing
  const { stacks } = queue
  const ids = stacks?.expand(targets) ?? targets
  const label = ids.length === targets.length ? targetLabel(c) : countOf(ids.length, 'case')
  return { ids, rowOf, label, ...(stacks && { stackOf: stacks.decisionsOn(targets) }) }
}
