/** Triage of cases by keyboard: one key per decision. Not in the first load, since triage is not either. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import { emptyPlan, type Command } from '#src/commands/command.ts'
import {
  closeAlong,
  planClose,
  planRecommend,
  targetsOf,
  withSteps,
  type CaseDeps,
} from '#src/features/cases/public.ts'
import { aboutAlert, readBook, templateRef, writeNote } from '#src/features/templates/public.ts'
import { macroCommands } from '#src/features/triage/macros/macro-commands.ts'
import { stripOf } from '#src/features/triage/macros/strip.ts'
import { frontOf } from './current-alert.ts'
import type { Triage } from './triage.ts'

/** The commands of triage over cases that decide. */
export function decideCommands(deps: CaseDeps, triage: Triage<CaseItem>): Command[] {
  const front = () => frontOf(triage)
  const step = () => triage.store.getState().step
  /** The case waits for a recommendation: its notes are about all of it. */
  const isWhole = () => step()?.alertId === null

  return macroCommands({
    triage,
    view: 'queue',
    kind: 'transaction',
    ids: { macro: 'alert.macro', more: 'alert.moreMacros', edit: 'alert.macroEdit' },
    strip: () => stripOf(step(), triage.row(), deps.review(), readBook(), triage.weightOf),
    alert: () => (step()?.alertId ? (front()?.alert ?? null) : null),
    about() {
      const seen = front()
      if (!seen) return null
      const { alert, row } = seen
      return { note: aboutAlert(row, alert, deps.writing(), isWhole()), label: `${alert.ruleName} on ${row.id}` }
    },
    plan(c, { act, note }) {
      const seen = front()
      if (!seen) return emptyPlan
      const { alert, row } = seen
      const targets = targetsOf(c, deps.queue)
      const template = templateRef(note)
      const words = (ruleType?: string) => writeNote(note, ruleType, aboutAlert(row, alert, deps.writing(), isWhole()))
      if (act === 'account' || act === 'account-sar') return emptyPlan
      const plan =
        typeof act === 'object'
          ? planRecommend(targets, act.recommend, words(), deps.review(), template)
          : planClose(targets, act, () => words(alert.ruleType), note.reason, template, closeAlong(deps, note.reason))
      return withSteps(plan, deps.missingSteps(targets.ids))
    },
    goOn: () => deps.decided(isWhole()),
  })
}
