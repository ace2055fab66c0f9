/** Triage of cases by keyboard: one key a decision. Not in the first load: nothing is in front before triage is drawn. */
import type { CaseItem } from '#contract/model/case.ts'
import { emptyPlan, type Command } from '#src/commands/command.ts'
import { planClose, planRecommend, targetsOf, withSteps, type CaseDeps } from '#src/features/cases/public.ts'
import { noteFacts, readBook, templateRef, writeNote } from '#src/features/templates/public.ts'
import { frontOf } from './front.ts'
import { macroCommands } from './macro-commands.ts'
import { stripOf } from './strip.ts'
import type { Triage } from './triage.ts'

/** The commands of triage over cases that decide. */
export function decideCommands(deps: CaseDeps, triage: Triage<CaseItem>): Command[] {
  const front = () => frontOf(triage)
  const step = () => triage.store.getState().step

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
      return { facts: noteFacts(row, alert, deps.writing()), label: `${alert.ruleName} on ${row.id}` }
    },
    plan(c, { act, note }) {
      const seen = front()
      if (!seen) return emptyPlan
      const { alert, row } = seen
      const targets = targetsOf(c, deps.queue)
      const template = templateRef(note)
      const words = (ruleType?: string) => writeNote(note, ruleType, noteFacts(row, alert, deps.writing()))
      if (act === 'account' || act === 'account-sar') return emptyPlan
      const plan =
        typeof act === 'object'
          ? planRecommend(targets, act.recommend, words(), deps.review(), template)
          : planClose(targets, act, () => words(alert.ruleType), note.reason, template)
      return withSteps(plan, deps.missingSteps(targets.ids))
    },
    goOn: () => deps.decided(step()?.alertId === null),
  })
}
