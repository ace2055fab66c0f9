/** The source of a note: a template to be filled, or typed text. */
import type { ReviewAsked } from '#contract/model/cases/review.ts'
import { kindClosedBy, type ClosingUse } from '#contract/model/templates/template.ts'
import type { Reason, RuleType, StrAction } from '#contract/model/values.ts'
import { defineArg, type ArgSpec, type Option } from '#src/commands/command.ts'
import { formatCount } from '#src/format/count.ts'
import { answerSlots, type Answers } from './shared-text.ts'
import {
  fillTemplate,
  proofOf,
  type Filled,
  type NoteAbout,
  type NoteStating,
} from '#src/features/templates/claims/connect-claims.ts'
import type { Template } from './defaults.ts'
import { readTemplates, type TemplateSet } from './template-store.ts'

export interface NoteChoice {
  /** Unchanged text. */
  text?: string
  templateId?: string
  reason?: Reason | undefined
  /** The source of the text, as `id@revision`, if it is not the current `templateId`. */
  template?: string | undefined
  /** A person's words on several alerts, by `slotKey`: they stand in each note where its slot does. */
  answers?: Answers | undefined
  /** When the case comes back; with the reason `MONITOR`. */
  review?: ReviewAsked | undefined
  /** The evidence of the text, if a template with claims made it. */
  stating?: NoteStating | undefined
}

/** The template of that id; undefined if deleted. */
export const findTemplate = (id: string): Template | undefined => readTemplates().templates.find((one) => one.id === id)

/** The note's text and its open slots. Of a template with claims, paragraphs without a slot are the template's alone. */
export function fillNote(choice: NoteChoice, about: NoteAbout): Filled {
  const { text, stating } = choice
  if (text !== undefined) return { text, slots: [], made: '', against: null, ...(stating && { stating }) }
  const template = choice.templateId === undefined ? undefined : findTemplate(choice.templateId)
  return template ? fillTemplate(template, about) : { text: '', slots: [], made: '', against: null }
}

/** The analyst's text is separate from template and facts. */
export const withOwnText = (made: string, words: string): string =>
  [made, made && words ? `Analyst’s comment: ${words}` : words].filter(Boolean).join('\n\n')

/** The reason why a template is not sent directly: it has a slot for the user. */
export const NEEDS_TEXT = 'the note needs your words'

/** A note with what it rests on, as the operation carries it. */
export interface Proven extends NoteStating {
  note: string
  review?: ReviewAsked
}

/** The words for one alert, or what is against them. */
export type Written = string | Proven | Unwritten
export interface Unwritten {
  against: string
  /** By the facts: its template's claims are contradicted. */
  isContradicted?: boolean
}

/** The alerts that a decision on several leaves out. */
export interface LeftOut {
  /** The facts contradict their notes. */
  contradicted: number
  /** Their facts were not read, or too long ago. */
  unread: number
  /** Hard stops, open sanctions matches and outstanding procedure steps, which are decided one by one. */
  alone: number
}

/** The numbers of included and excluded rows, by reason; shown before and after. */
export function leftOut({ contradicted, unread, alone }: LeftOut, written: number): string[] {
  const parts = [
    contradicted > 0 && `${formatCount(contradicted)} contradicted by the facts`,
    unread > 0 && `${formatCount(unread)} with facts not read`,
    alone > 0 && `${formatCount(alone)} to decide one by one`,
  ].filter((part) => part !== false)
  return parts.length > 0 && written > 0
    ? [`${formatCount(contradicted + unread + alone)} left out: ${parts.join(', ')}`]
    : []
}

/** The note fields of a decision's body; null if something prevents it. */
export const bodyOf = (written: Written): Proven | null =>
  typeof written === 'string' ? { note: written } : 'note' in written ? written : null

/** True if the note asks for the day on which the case comes back. */
export const asksReview = ({ reason }: Pick<NoteChoice, 'reason'>, { comesBack = false }: NoteAbout): boolean =>
  comesBack && reason === 'MONITOR'

/** The note for an alert of a type of rule. */
export function writeNote(choice: NoteChoice, ruleType: string | undefined, about: NoteAbout): Written {
  if (!fitsRule(choice, ruleType)) return { against: 'not for this rule' }
  const filled = fillNote(choice, about)
  const { text, slots, made, stating, against } = filled
  if (against !== null) return { against, isContradicted: true }
  const { answers, review } = choice
  if (asksReview(choice, about) && !review) return { against: NEEDS_TEXT }
  const words = answers ? answerSlots(filled, answers, about) : slots.length > 0 ? null : text.trim()
  if (words === null) return { against: NEEDS_TEXT }
  const dated = answers && review ? `${words}\nReview on ${review.on}.`.trim() : words
  const note = withOwnText(made, dated)
  if (note === '') return { against: NEEDS_TEXT }
  return { note, ...stating, ...(answers && words && { explained: words }), ...(review && { review }) }
}

/** The key of a template's usage counts per rule type. */
export const useKey = (template: string, ruleType: string) => `template:${ruleType}:${template}`

/** The usage counts of a template, `id@revision`, on alerts of these rule types. */
export const usesOf = (template: string | undefined, ruleTypes: readonly (string | undefined)[]): readonly string[] => {
  const [id] = template?.split('@') ?? []
  return id ? [...new Set(ruleTypes)].flatMap((type) => (type ? useKey(id, type) : [])) : []
}

/** The reference of a sent note to its template; undefined for own text. */
export function templateRef({ template, templateId, text }: NoteChoice): string | undefined {
  if (template !== undefined || text !== undefined || templateId === undefined) return template
  const found = findTemplate(templateId)
  return found && `${found.id}@${found.revision}`
}

function optionOf(template: Template, fits: boolean, about?: NoteAbout): Option<NoteChoice> {
  const { id, title, gist, reason } = template
  const proof = about && proofOf(template, about)
  // facts are read before the decision is planned
  const against = proof?.isUnread ? undefined : proof?.against?.full
  const disabled = fits ? against : 'not for this rule'
  return {
    id,
    value: { templateId: id, ...(reason && { reason }) },
    title,
    detail: proof?.text || gist,
    ...(disabled && { disabled }),
  }
}

/** Words that were typed in place of a template. */
export const typedNote = (query: string): Option<NoteChoice> | null =>
  query.trim() ? { id: 'typed', value: { text: query.trim() }, title: query.trim(), detail: 'as you typed it' } : null

/** The note of a decision: one of these, or typed. */
export const noteArg = (prompt: ArgSpec['prompt'], source: ArgSpec<'note', NoteChoice>['source']) =>
  defineArg<'note', NoteChoice>({
    name: 'note',
    type: 'choice',
    isInSight: true,
    prompt,
    source,
    create: (_, query) => typedNote(query),
  })

/** The same for a disposition: it is no template and gives no reason, so that it is never taken for one. */
export const typedDisposition = (query: string): Option<NoteChoice> | null => {
  const typed = typedNote(query)
  return typed && { ...typed, title: `Without a reason: “${typed.title}”`, detail: LEAVES_OPEN, isLastResort: true }
}
const LEAVES_OPEN = 'your words alone; the case stays open'

/** The note of a disposition: one of these, or typed. */
export const dispositionArg = (prompt: ArgSpec['prompt'], source: ArgSpec<'note', NoteChoice>['source']) => ({
  ...noteArg(prompt, source),
  create: (_: unknown, query: string) => typedDisposition(query),
})

/** True if a template is for any of these rule types; for every one where none is named. */
const isFor = ({ ruleTypes }: Template, types: readonly string[]) =>
  ruleTypes.length === 0 || types.length === 0 || types.some((type) => ruleTypes.includes(type as RuleType))

/** True if a template is for a rule type; deleted ones and own text are for any. */
export function fitsRule(
  { templateId }: NoteChoice,
  ruleType: string | undefined,
  { templates }: Pick<TemplateSet, 'templates'> = readTemplates(),
): boolean {
  const template = templates.find(({ id }) => id === templateId)
  return !template || isFor(template, ruleType === undefined ? [] : [ruleType])
}

/**
 * The templates for closing an alert: those on keys in key order, then the matching others. For one alert, each has the
 * results of its claims.
 */
export function closingNotes(
  act: ClosingUse,
  ruleTypes: readonly string[] = [],
  about?: NoteAbout,
): Option<NoteChoice>[] {
  const { templates, macros } = readTemplates()
  const digits = macros[kindClosedBy(act) ?? 'transaction']
  const keyed = [...new Set(digits.filter((macro) => macro.act === act).map(({ templateId }) => templateId))]
  const others = templates.filter((one) => one.use === act && !keyed.includes(one.id) && isFor(one, ruleTypes))
  return [
    ...keyed
      .flatMap((id) => templates.find((one) => one.id === id) ?? [])
      .map((one) => optionOf(one, isFor(one, ruleTypes), about)),
    ...others.map((one) => optionOf(one, true, about)),
  ]
}

/** The templates for a recommendation. */
export function recommendationNotes(action: StrAction, about?: NoteAbout): Option<NoteChoice>[] {
  const use = action === 'proceed' ? 'proceed' : 'no-str'
  return readTemplates()
    .templates.filter((one) => one.use === use)
    .map((one) => optionOf(one, true, about))
}
