/** A ticket template as it is being written. */
import type { ReplyTemplate, TemplateBody } from '#contract/model/ticket.ts'

export interface TemplateDraft {
  name: string
  subject: string
  content: string
  /** The base version; null for a new one. */
  version: number | null
}

/** The row of one that is not on the server yet. */
export const NEW_ID = 'new'
export const NEW_TEMPLATE: TemplateDraft = { name: '', subject: '', content: '', version: null }

export const templateDraftOf = ({ name, subject, content, version }: ReplyTemplate): TemplateDraft => ({
  name,
  subject,
  content,
  version: version ?? null,
})

/** The key of a draft. */
export const templateKey = (id: string): string => `ticket template ${id}`

/** The body; a server without versions receives none. */
export const templateBodyOf = ({ name, subject, content, version }: TemplateDraft): TemplateBody => ({
  name: name.trim(),
  subject: subject.trim(),
  content: content.trim(),
  ...(version !== null && { version }),
})

/** The differences of a draft to the stored template, as text. */
export function templateDifferences(draft: TemplateDraft, base: TemplateDraft) {
  const sides = (label: string, theirs: string, yours: string) => (theirs === yours ? [] : [{ label, theirs, yours }])
  return [
    ...sides('Name', base.name, draft.name),
    ...sides('Subject', base.subject, draft.subject),
    ...sides('Text', base.content, draft.content),
  ]
}

/** True if there is a newer version than the draft's base. */
export const isTemplateBehind = (draft: TemplateDraft, base: TemplateDraft): boolean =>
  base.version !== null && draft.version !== null && draft.version !== base.version

/** Puts the focus on the list of templates. */
export const focusTemplates = () =>
  document.querySelector<HTMLElement>('[role=grid][aria-label="Ticket templates"]')?.focus()
