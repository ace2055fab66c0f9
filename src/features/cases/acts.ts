/** The basis of a decision on cases: targets and template variables. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { CaseAlert, CaseItem } from '#contract/model/cases/case.ts'
import type { StrAction } from '#contract/model/values.ts'
import type { Ctx, Plan } from '#src/commands/command.ts'
import { targetsOf, type CaseDeps, type Targets } from '#src/features/cases/detail/case-deps.ts'
import { readsOf } from '#src/features/cases/detail/read-first.ts'
import { openNote, caseWithoutText } from '#src/features/cases/detail/open-note.ts'
import { planRecommend, type DecisionTargets } from '#src/features/cases/queue/plans.ts'
import { aboutAlert, templateRef, writeNote, type NoteAbout, type NoteChoice } from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'

/** The number of open alerts, among the targets. */
const openOf = (row: CaseItem | undefined, only: Targets['only']): number =>
  row?.alerts.filter(({ id, status }) => isOpenAlert(status) && (only?.has(id) ?? true)).length ?? 0

export function caseActs(deps: CaseDeps) {
  const { queue } = deps
  const of = (c: Ctx) => targetsOf(c, queue)
  const deciding = (c: Ctx): DecisionTargets => ({ ...of(c), evidenceOf: deps.evidenceOf })

  /** The template variables of the first target alert or its case, for previews. */
  const first = (c: Ctx, isWhole = false): NoteAbout => {
    const { ids, rowOf, only } = of(c)
    const row = rowOf(ids[0] ?? '')
    const alert = row?.alerts.find((one) => only?.has(one.id)) ?? row?.alerts[0]
    return row && alert ? aboutAlert(row, alert, deps.writing(), isWhole) : { variables: {} }
  }
  /** The one alert meant; none where there are several, whose facts differ. */
  const only = (c: Ctx): NoteAbout | undefined => {
    const { ids, rowOf, only: meant } = of(c)
    const open = ids.length === 1 ? openOf(rowOf(ids[0] ?? ''), meant) : 0
    return open === 1 ? first(c) : undefined
  }

  return {
    deps,
    queue,
    of,
    deciding,
    first,
    only,
    /** Reads before a decision: facts that are missing or too old, and precedents with them. */
    reads: (c: Ctx) => readsOf(deps, of(c)),
    /** The reason why the stacks among what is meant may not be decided yet; in triage what is in front is decided by itself. */
    againstStack: (c: Ctx) => (c.atoms.triage ? null : (queue.stacks?.whyNot(c.targets) ?? null)),
    me: () => deps.me() ?? { id: '', name: '' },
    /** Fills the chosen template for one alert, or gives the words that were typed. */
    noteOf: (choice: NoteChoice) => (row: CaseItem, alert: CaseAlert) =>
      writeNote(choice, alert.ruleType, aboutAlert(row, alert, deps.writing())),
    /** Reads the facts of the targets while a note is chosen. */
    readFacts: (c: Ctx) => {
      const { ids, rowOf } = of(c)
      void deps.readFacts(ids.flatMap((id) => rowOf(id) ?? []))
    },
    openComment: (c: Ctx) =>
      openDrawer('case comment', {
        ids: of(c).ids,
        label: of(c).label,
        command: 'case.note',
        facts: first(c).variables,
      }),
    planRecommendation: (c: Ctx, { action, note }: { action: StrAction; note: NoteChoice }) => {
      const text = writeNote(note, undefined, first(c, true))
      return planRecommend(deciding(c), action, text, deps.review(), templateRef(note))
    },
    writeGrounds: (c: Ctx, { action, note }: { action: StrAction; note: NoteChoice }, plan: Plan) =>
      caseWithoutText(plan) === null
        ? null
        : openNote(note, first(c, true), {
            command: 'case.recommendStr',
            args: { action },
            label: `Grounds, for ${of(c).label}`,
          }),
  }
}

export type CaseActs = ReturnType<typeof caseActs>
