/** What a note can be made of: a template to be filled, or words as they were typed. */
import type { Reason, StrAction } from '#contract/model/values.ts'
import type { Option } from '#src/commands/command.ts'
import { DEFAULT_MACROS, DEFAULT_TEMPLATES, RECOMMENDATIONS, type Template } from './defaults.ts'
import { render, type Rendered } from './render.ts'

export interface NoteChoice {
  /** Words that stand as they are. */
  text?: string
  templateId?: string
  reason?: Reason
}

type Facts = Readonly<Record<string, string>>

/** The template of that id. Throws on an unknown one: a macro names templates that exist. */
export function findTemplate(id: string): Template {
  const found = [...DEFAULT_TEMPLATES, ...RECOMMENDATIONS.proceed, ...RECOMMENDATIONS.reject].find(
    (template) => template.id === id,
  )
  if (!found) throw new Error(`No template is called ${id}`)
  return found
}

/** "fits-profile@1"; undefined for words as they were typed. */
export const templateRef = ({ templateId }: NoteChoice): string | undefined =>
  templateId === undefined ? undefined : `${templateId}@${findTemplate(templateId).version}`

/** The note's text and its open slots. */
export function fillNote(choice: NoteChoice, facts: Facts): Rendered {
  if (choice.text !== undefined) return { text: choice.text, slots: [] }
  return choice.templateId === undefined ? { text: '', slots: [] } : render(findTemplate(choice.templateId).body, facts)
}

/** The note's text, or null where it still has a slot that only a person can fill. */
export function renderNote(choice: NoteChoice, facts: Facts): string | null {
  const { text, slots } = fillNote(choice, facts)
  return slots.length > 0 || text.trim() === '' ? null : text
}

const optionOf = (choice: NoteChoice & { templateId: string }): Option<NoteChoice> => {
  const { id, title, gist } = findTemplate(choice.templateId)
  return { id, value: choice, title, detail: gist }
}

/** The templates for closing an alert, in the order of their keys. */
export function closingNotes(act: 'resolve' | 'reject'): Option<NoteChoice>[] {
  const macros = DEFAULT_MACROS.filter((macro) => macro.act === act)
  return macros.map(({ templateId, reason }) => optionOf({ templateId, reason }))
}

/** The templates for a recommendation. */
export function recommendationNotes(action: StrAction): Option<NoteChoice>[] {
  return RECOMMENDATIONS[action].map((template) => optionOf({ templateId: template.id }))
}
