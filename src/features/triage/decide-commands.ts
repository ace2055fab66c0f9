/** Triage of cases by keyboard: one key per decision. Not in the first load, since triage is not either. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import { defineCommand, emptyPlan, type Command } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { closeWithLast, planClose, planRecommend, targetsOf, type CaseDeps } from '#src/features/cases/public.ts'
import { aboutAlert, NO_GROUNDS, readTemplates, templateRef, writeNote } from '#src/features/templates/public.ts'
import { macroCommands } from '#src/features/triage/macros/macro-commands.ts'
import { stripOf } from '#src/features/triage/macros/strip.ts'
import { currentAlertOf } from './current-alert.ts'
import type { Triage } from './triage.ts'

/** The commands of triage over cases that decide. */
export function decideCommands(deps: CaseDeps, triage: Triage<CaseItem>): Command[] {
  const front = () => currentAlertOf(triage)
  const step = () => triage.store.getState().step
  /** The case waits for a recommendation: its notes are about all of it. */
  const isWhole = () => step()?.alertId === null

  const macros = macroCommands({
    triage,
    view: 'queue',
    kind: 'transaction',
    ids: { macro: 'alert.macro', more: 'alert.moreMacros', edit: 'alert.macroEdit' },
    strip: () => stripOf(step(), triage.row(), readTemplates(), triage.weightOf),
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
      const targets = { ...targetsOf(c, deps.queue), evidenceOf: deps.evidenceOf }
      const template = templateRef(note)
      const words = (ruleType?: string) => writeNote(note, ruleType, aboutAlert(row, alert, deps.writing(), isWhole()))
      if (act === 'account' || act === 'account-sar') return emptyPlan
      const closing = closeWithLast(deps, note.reason)
      return planClose(targets, act, () => words(alert.ruleType), note.reason, template, closing)
    },
    goOn: () => deps.decided(isWhole()),
  })

  /** The case that waits for its recommendation, and nothing of an STR on it that a person has to answer. */
  const againstNoStr = () => {
    const row = triage.row()
    if (!isWhole() || !row) return 'The alerts of the case are decided first'
    return deps.review().isReviewed && row.strProposal ? 'An STR is proposed: s answers it' : null
  }
  const noStr = defineCommand({
    id: 'alert.noStr',
    title: 'Close the case without an STR',
    shortTitle: 'No STR',
    group: 'Triage',
    keywords: 'no report, no grounds, close case, recommendation',
    when: all(inView('queue'), flag('triage')),
    keys: ['n'],
    disabledReason: () => againstNoStr() ?? deps.tooSoon(),
    plan(c) {
      const seen = front()
      if (!seen) return emptyPlan
      const targets = { ...targetsOf(c, deps.queue), evidenceOf: deps.evidenceOf }
      const note = { templateId: NO_GROUNDS }
      const words = writeNote(note, undefined, aboutAlert(seen.row, seen.alert, deps.writing(), true))
      return planRecommend(targets, 'reject', words, deps.review(), templateRef(note))
    },
    run: () => deps.decided(true),
  })
  return [...macros, noStr]
}
