/** What the digits do on the step in front: close the alert by a macro, or recommend on the case. */
import type { CaseItem } from '#contract/model/case.ts'
import type { AlertKind, ClosingUse } from '#contract/model/template.ts'
import type { StrAction } from '#contract/model/values.ts'
import type { Again } from '#src/commands/command.ts'
import { strChoices, type StrReview } from '#src/features/cases/public.ts'
import {
  fitsRule,
  readBook,
  type Book,
  type BookMacro,
  type NoteChoice,
  useKey,
} from '#src/features/templates/public.ts'
import type { Step } from './steps.ts'

/** How much a key of `frecency` was used. */
type WeightOf = (key: string) => number

export interface StripMacro {
  key: string
  title: string
  note: NoteChoice
  act: ClosingUse | { recommend: StrAction }
  /** Nobody put it on its key. */
  isSuggested: boolean
  /** Why it is not taken here; null where it is. */
  against: string | null
}

/** Which template a recommendation is made with by its digit. */
const GROUNDS: Record<StrAction, string> = { reject: 'no-grounds', proceed: 'str-grounds' }

/** For a case whose alerts are all closed; those that close it ask once more. */
const recommending = (row: CaseItem | undefined, review: StrReview): readonly StripMacro[] =>
  strChoices(row, review).map(({ value, title, disabled = null }, at) => ({
    key: String(at + 1),
    title,
    act: { recommend: value },
    note: { templateId: GROUNDS[value] },
    isSuggested: false,
    against: disabled,
  }))

/** The macros of a step of a case, in the order of their keys. */
export function stripOf(
  step: Step | null,
  row: CaseItem | undefined,
  review: StrReview,
  book: Book = readBook(),
  weightOf?: WeightOf,
): readonly StripMacro[] {
  if (step === null) return []
  if (step.alertId === null) return recommending(row, review)
  return closingStrip('transaction', row?.alerts.find(({ id }) => id === step.alertId)?.ruleType, book, weightOf)
}

/**
 * The macros for an alert of a kind, in the order of their keys. What is pinned stands where it was pinned. A template
 * made for just this type of rule, which is on no key, takes a place that is not pinned and decides the same way, from
 * the last one down: so a key means one thing for a type of rule, and never turns a resolution into a rejection.
 */
export function closingStrip(
  kind: AlertKind,
  ruleType: string | undefined,
  book: Book = readBook(),
  weightOf: WeightOf = () => 0,
): readonly StripMacro[] {
  const macros = book.macros[kind]
  const suggested = suggestionsFor(book.templates, macros, ruleType, weightOf)
  return macros
    .toReversed()
    .map((macro) => {
      const next = macro.isPinned ? -1 : suggested.findIndex(({ use }) => use === macro.act)
      return stripMacro(book, macro, ruleType, next < 0 ? undefined : suggested.splice(next, 1)[0])
    })
    .toReversed()
}

function stripMacro(
  book: Book,
  macro: BookMacro,
  ruleType: string | undefined,
  suggestion?: Book['templates'][number],
): StripMacro {
  const { key, act, isPinned } = macro
  const { title, templateId, reason } = suggestion ? { ...suggestion, templateId: suggestion.id } : macro
  const note = { templateId, reason }
  return {
    key,
    title,
    act,
    note,
    isSuggested: !isPinned,
    against: fitsRule(note, ruleType, book) ? null : 'Not for this rule',
  }
}

/**
 * Templates on no key: the most used for the type of rule first; then those for it and few others; one's own before the
 * shared; then by title.
 */
const suggestionsFor = (
  templates: Book['templates'],
  macros: readonly BookMacro[],
  ruleType: string | undefined,
  weightOf: WeightOf,
) =>
  templates
    .filter(
      ({ id, ruleTypes }) =>
        ruleTypes.some((type) => type === ruleType) && !macros.some((one) => one.templateId === id),
    )
    .toSorted(
      (a, b) =>
        weightOf(useKey(b.id, ruleType ?? '')) - weightOf(useKey(a.id, ruleType ?? '')) ||
        a.ruleTypes.length - b.ruleTypes.length ||
        a.shelf.localeCompare(b.shelf) ||
        a.title.localeCompare(b.title),
    )

/** What does the same on another step, by whatever digit it stands there. */
export function againOf({ act, note }: Pick<StripMacro, 'act' | 'note'>): Again {
  const { id, args } = commandOf({ act })
  return { id, args: { ...args, note } }
}

/** The command that does what a macro does, with a note that somebody has written on. */
export function commandOf({ act }: Pick<StripMacro, 'act'>): Again {
  if (act === 'resolve') return { id: 'alert.resolve', args: {} }
  if (act === 'reject') return { id: 'alert.reject', args: {} }
  if (act === 'account') return { id: 'accountAlert.resolve', args: {} }
  if (act === 'account-sar') return { id: 'accountAlert.resolveSar', args: {} }
  return { id: 'case.recommendStr', args: { action: act.recommend } }
}
