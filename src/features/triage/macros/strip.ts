/** The digits of the current step: close the alert by a macro, or decide on the case. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { AlertKind, ClosingUse } from '#contract/model/templates/template.ts'
import type { Again } from '#src/commands/command.ts'
import { clears, closesWith } from '#src/features/cases/public.ts'
import {
  fitsRule,
  proofOf,
  readTemplates,
  type TemplateSet,
  type TemplateMacro,
  type NoteAbout,
  type NoteChoice,
  type Proof,
  useKey,
} from '#src/features/templates/public.ts'
import type { Step } from '#src/features/triage/steps.ts'

/** The usage weight of a key of `frecency`. */
type WeightOf = (key: string) => number

export interface StripMacro {
  key: string
  title: string
  note: NoteChoice
  act: ClosingUse
  /** It decides the last open alert of the case, which closes without an STR. */
  closesCase?: boolean
  /** It has its key by default; no user assigned it. */
  isSuggested: boolean
  /** The reason why the macro is unavailable on this step; null if available. */
  against: string | null
  /** Checks whether the facts support its claims; none for a macro without claims. */
  judged?: Proof['judged']
}

/**
 * The macros of a step of a case, in the order of their keys. A digit closes an alert, and means the same on every step:
 * a case whose alerts are all decided has letters.
 */
export function stripOf(
  step: Step | null,
  row: CaseItem | undefined,
  book: TemplateSet = readTemplates(),
  weightOf?: WeightOf,
): readonly StripMacro[] {
  if (step === null || step.alertId === null) return []
  const macros = closingStrip(
    'transaction',
    row?.alerts.find(({ id }) => id === step.alertId)?.ruleType,
    book,
    weightOf,
  )
  if (!row || !closesWith(row, new Set([step.alertId]))) return macros
  return macros.map((macro) =>
    macro.act === 'resolve' && clears(macro.note.reason) ? { ...macro, closesCase: true } : macro,
  )
}

/**
 * The macros of an alert's kind, in key order. Pinned ones keep their places. A template for just this rule type,
 * without a key, takes an unpinned place with the same disposition, from the last one down, so that a key has one
 * meaning per rule type, and never turns a resolution into a rejection.
 */
export function closingStrip(
  kind: AlertKind,
  ruleType: string | undefined,
  book: TemplateSet = readTemplates(),
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
  book: TemplateSet,
  macro: TemplateMacro,
  ruleType: string | undefined,
  suggestion?: TemplateSet['templates'][number],
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
  templates: TemplateSet['templates'],
  macros: readonly TemplateMacro[],
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

/** Adds the result of each macro's claims; a contradicted one is refused if the policy says so. */
export function provenStrip(
  macros: readonly StripMacro[],
  about: NoteAbout | undefined,
  book: TemplateSet = readTemplates(),
): readonly StripMacro[] {
  if (!about) return macros
  return macros.map((macro) => {
    const template = book.templates.find(({ id }) => id === macro.note.templateId)
    if (!template) return macro
    const { judged, against } = proofOf(template, about)
    return { ...macro, judged, against: macro.against ?? against?.full ?? null }
  })
}

/** The macro with the same effect on another step, whatever its digit there. */
export function againOf({ act, note }: Pick<StripMacro, 'act' | 'note'>): Again {
  const { id, args } = commandOf({ act })
  return { id, args: { ...args, note } }
}

/** The command behind a macro, for a note that the user has edited. */
export function commandOf({ act }: Pick<StripMacro, 'act'>): Again {
  if (act === 'resolve') return { id: 'alert.resolve', args: {} }
  if (act === 'reject') return { id: 'alert.reject', args: {} }
  if (act === 'account') return { id: 'accountAlert.resolve', args: {} }
  return { id: 'accountAlert.resolveSar', args: {} }
}
