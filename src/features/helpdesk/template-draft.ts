/** A ticket template as it is being written. */
import type { ReplyTemplate, TemplateBody } from '#contract/model/helpdesk.ts'

export interface TemplateDraft {
  name: string
  subject: string
  content: string
  /** What it was begun on; null for a new one. */
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

/** Under what name a draft is kept until it is saved. */
export const templateKey = (id: string): string => `ticket template ${id}`

/** What is sent; a server that counts no changes is told of none. */
export const templateBodyOf = ({ name, subject, content, version }: TemplateDraft): TemplateBody => ({
  name: name.trim(),
  subject: subject.trim(),
  content: content.trim(),
  ...(version !== null && { version }),
})

/** Where a draft and what stands there now differ, in words. */
export function templateDifferences(draft: TemplateDraft, base: TemplateDraft) {
  const sides = (label: string, theirs: string, yours: string) => (theirs === yours ? [] : [{ label, theirs, yours }])
  return [
    ...sides('Name', base.name, draft.name),
    ...sides('Subject', base.subject, draft.subject),
    ...sides('Text', base.content, draft.content),
  ]
}

/** Somebody saved another state since the draft was begun. */
export const isTemplateBehind = (draft: TemplateDraft, base: TemplateDraft): boolean =>
  base.version !== null && draft.version !== null && draft.version !== base.version

/** Puts the focus on the list of templates. */
export const focusTemplates = () =>
  document.querySelector<HTMLElement>('[role=grid][aria-label="Ticket templates"]')?.focus()
