/** What the commands on cases need from the rest of the window, and which cases and alerts they act on. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import type { AlertKind } from '#contract/model/template.ts'
import type { Reason } from '#contract/model/values.ts'
import {
  targetLabel,
  type Chosen,
  type CommandId,
  type Ctx,
  type Effect,
  type Option,
  type Plan,
} from '#src/commands/command.ts'
import type { Queue } from '#src/features/cases/queue/queue.ts'
import type { Facts, NoteStating, Writing } from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'

export interface Manager extends Person {
  /** Cases that are theirs and not finished; unknown where the server does not count them. */
  open?: number
}

/** How recommendations are taken. */
export interface StrReview {
  me: Person | null
  /** An STR counts once another person has approved it. */
  isReviewed: boolean
}

export interface CaseDeps {
  queue: Queue
  /** Who is signed in; null before that is known. */
  me(): Person | null
  /** Who writes a note now, for its template. */
  writing(): Writing
  /** Reads the facts of cases that a note is being chosen for; nothing waits for them. */
  readFacts(rows: readonly CaseItem[]): void
  /** Who recommends, and whether another person has to approve an STR. */
  review(): StrReview
  /** May give work to others. */
  mayAssign(): boolean
  /** Whom work can be given to, by a part of a name where the server has no list; offline, whoever was known last. */
  assignees(platform: string, term: string): Promise<Option<Person>[]>
  /** Why a decision is not taken just now, in words: what is in front has only just come there. Null where nothing is against it. */
  tooSoon(): string | null
  /** How many steps of the procedures of these cases were not taken, as far as that was read. */
  missingSteps(caseIds: readonly string[]): number
  /** The server rejected a decision on the case. */
  isStuck(caseId: string): boolean
  /** A decision was written: triage goes on, past the case where that was decided as a whole. Nothing outside triage. */
  decided(isWholeCase: boolean): Effect
}

/** A note that is being written on before a decision goes out: what the drawer 'alert resolve' is opened with. */
export interface NoteDraft {
  /** What kind of alert it is on; a transaction's by default. */
  kind?: AlertKind
  /** The command that takes the note as its argument `note`. */
  command: CommandId
  /** Its other arguments. */
  args: Chosen
  reason: Reason | undefined
  /** What it was made from, as `id@revision`. */
  template: string | undefined
  /** What its variables stand for, for words that are inserted. */
  facts: Facts
  text: string
  /** Where words are missing. */
  slots: readonly { prompt: string; start: number; end: number }[]
  /** What the template and the facts say; words of one's own are written apart from it. */
  made: string
  stating?: NoteStating
  /** The words are the reason to decide against the facts. */
  isOverride?: boolean
  label: string
}

export interface Targets {
  ids: readonly string[]
  rowOf: (id: string) => CaseItem | undefined
  /** The alerts meant, where it is not every open one. */
  only?: ReadonlySet<string>
  /** "PX100231" or "37 cases". */
  label: string
}

/** With a warning of the procedure steps that are outstanding, for which it asks for confirmation. */
export function withSteps(plan: Plan, missing: number): Plan {
  if (missing === 0 || plan.ops.length === 0) return plan
  const words = `${countOf(missing, 'procedure step')} outstanding`
  const { warnings, asks = plan.summary, confirm = asks } = plan
  return { ...plan, warnings: [...warnings, words], confirm: `${confirm}, ${words}` }
}

const nothing: Targets = { ids: [], rowOf: () => undefined, label: '' }

/** What a command acts on: the case that is open, the one in front in triage, else the selection or the cursor's row. */
export function targetsOf(c: Ctx, queue: Queue): Targets {
  const { opened, front } = queue.atHand.getState()
  if (c.atoms.view === 'case') {
    if (!opened) return nothing
    return {
      ids: [opened.id],
      rowOf: (id) => (opened.id === id ? opened : undefined),
      // another list of the case may be in front
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
  return { ids: targets, rowOf, label: targetLabel(c) }
}
