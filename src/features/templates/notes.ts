/** What a note can be made of: a template to be filled, or words as they were typed. */
import { EVIDENCE, kindClosedBy, type AlertKind, type ClosingUse } from '#contract/model/template.ts'
import type { Reason, RuleType, StrAction } from '#contract/model/values.ts'
import type { Option } from '#src/commands/command.ts'
import { readBook, type Book } from './book.ts'
import type { Template } from './defaults.ts'
import { render, type Rendered } from './render.ts'

export interface NoteChoice {
  /** Words that stand as they are. */
  text?: string
  templateId?: string
  reason?: Reason | undefined
  /** What the words were made from, as `id@revision`, where that is not `templateId` as it is now. */
  template?: string | undefined
}

type Facts = Readonly<Record<string, string>>

/** The template of that id; undefined where it is gone. */
export const findTemplate = (id: string): Template | undefined => readBook().templates.find((one) => one.id === id)

/** A template with the evidence it requires: each asks for a reference, as a slot that only a person can fill. */
export function wholeBody({ body, evidence }: Pick<Template, 'body' | 'evidence'>): string {
  const asked = evidence.map((one) => `${EVIDENCE[one]} {{?${EVIDENCE[one]}: reference}}`)
  return asked.length > 0 ? `${body} Evidence: ${asked.join(', ')}.` : body
}

/** What is pinned is cited, also by a template that does not ask for it. */
function citing(body: string, { evidence = '' }: Facts): string {
  if (evidence === '' || /\{\{\s*evidence\s*\}\}/.test(body)) return body
  return `${body} ${body.includes(' Evidence: ') ? 'Pinned' : 'Evidence'}: {{evidence}}.`
}

/** The note's text and its open slots. */
export function fillNote(choice: NoteChoice, facts: Facts): Rendered {
  if (choice.text !== undefined) return { text: choice.text, slots: [] }
  const template = choice.templateId === undefined ? undefined : findTemplate(choice.templateId)
  return template ? render(citing(wholeBody(template), facts), facts) : { text: '', slots: [] }
}

/** The note's text, or null where it still has a slot that only a person can fill. */
export function renderNote(choice: NoteChoice, facts: Facts): string | null {
  const { text, slots } = fillNote(choice, facts)
  return slots.length > 0 || text.trim() === '' ? null : text
}

/** Why a template does not go out by itself: it has a slot that only a person can fill. */
export const NEEDS_WORDS = 'the note needs your words'

/** The words for one alert, or what is against them. */
export type Written = string | { against: string }

/** The note for an alert of a type of rule. */
export const writeNote = (choice: NoteChoice, ruleType: string | undefined, facts: Facts): Written =>
  fitsRule(choice, ruleType)
    ? (renderNote(choice, facts) ?? { against: NEEDS_WORDS })
    : { against: 'not for this rule' }

/** Where uses of a template on a type of rule are counted. */
export const useKey = (template: string, ruleType: string) => `template:${ruleType}:${template}`

/** What is counted where a template, `id@revision`, was used on alerts of these types of rules. */
export const usesOf = (template: string | undefined, ruleTypes: readonly (string | undefined)[]): readonly string[] => {
  const [id] = template?.split('@') ?? []
  return id ? [...new Set(ruleTypes)].flatMap((type) => (type ? useKey(id, type) : [])) : []
}

/** How a sent note names the template it was made from; undefined for words of one's own. */
export function templateRef({ template, templateId, text }: NoteChoice): string | undefined {
  if (template !== undefined || text !== undefined || templateId === undefined) return template
  const found = findTemplate(templateId)
  return found && `${found.id}@${found.revision}`
}

const optionOf = ({ id, title, gist, reason }: Template, fits: boolean): Option<NoteChoice> => ({
  id,
  value: { templateId: id, ...(reason && { reason }) },
  title,
  detail: gist,
  ...(!fits && { disabled: 'not for this rule' }),
})

/** Words that were typed in place of a template. */
export const typedNote = (query: string): Option<NoteChoice> | null =>
  query.trim() ? { id: 'typed', value: { text: query.trim() }, title: query.trim(), detail: 'as you typed it' } : null

/** Whether a template is for any of these rule types; for every one where none is named. */
const isFor = ({ ruleTypes }: Template, types: readonly string[]) =>
  ruleTypes.length === 0 || types.length === 0 || types.some((type) => ruleTypes.includes(type as RuleType))

/** Whether a template is for a type of rule; what is gone, or words of one's own, are for any. */
export function fitsRule(
  { templateId }: NoteChoice,
  ruleType: string | undefined,
  { templates }: Pick<Book, 'templates'> = readBook(),
): boolean {
  const template = templates.find(({ id }) => id === templateId)
  return !template || isFor(template, ruleType === undefined ? [] : [ruleType])
}

/** The templates for closing an alert: those on keys in the order of the keys, then the others that fit the rule. */
export function closingNotes(act: ClosingUse, ruleTypes: readonly string[] = []): Option<NoteChoice>[] {
  const { templates, macros } = readBook()
  const digits = macros[kindClosedBy(act) ?? 'transaction']
  const keyed = [...new Set(digits.filter((macro) => macro.act === act).map(({ templateId }) => templateId))]
  const others = templates.filter((one) => one.use === act && !keyed.includes(one.id) && isFor(one, ruleTypes))
  return [
    ...keyed
      .flatMap((id) => templates.find((one) => one.id === id) ?? [])
      .map((one) => optionOf(one, isFor(one, ruleTypes))),
    ...others.map((one) => optionOf(one, true)),
  ]
}

/** The templates for a recommendation. */
export function recommendationNotes(action: StrAction): Option<NoteChoice>[] {
  const use = action === 'proceed' ? 'proceed' : 'no-str'
  return readBook()
    .templates.filter((one) => one.use === use)
    .map((one) => optionOf(one, true))
}

/** What `;` offers in a note on a kind of alert: those on its digits, then snippets, then the rest. */
export function snippets(kind: AlertKind): { key: string | null; template: Template }[] {
  const { templates, macros } = readBook()
  const digits = macros[kind]
  const keyed = digits.map(({ key, templateId }) => ({ key, template: templates.find(({ id }) => id === templateId)! }))
  const others = templates
    .filter(
      ({ id, use }) => (kindClosedBy(use) ?? kind) === kind && !digits.some(({ templateId }) => templateId === id),
    )
    .toSorted((a, b) => Number(b.use === 'snippet') - Number(a.use === 'snippet'))
  return [...keyed, ...others.map((template) => ({ key: null, template }))]
}
