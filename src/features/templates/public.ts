export { readAnswers, sharedField, sharedKeys } from './shared-text.ts'
export { readTemplates, subscribeTemplates, type TemplateSet, type TemplateMacro } from './template-store.ts'
export { NO_GROUNDS } from './defaults.ts'
export { reasonLabel } from './labels.ts'
export {
  askForSteps,
  proofOf,
  type Filled,
  type NoteAbout,
  type NoteStating,
  type Proof,
} from '#src/features/templates/claims/connect-claims.ts'
export {
  asksReview,
  bodyOf,
  closingNotes,
  dispositionArg,
  fillNote,
  fitsRule,
  leftOut,
  NEEDS_TEXT,
  noteArg,
  recommendationNotes,
  templateRef,
  typedDisposition,
  useKey,
  usesOf,
  writeNote,
  withOwnText,
  type NoteChoice,
  type Proven,
  type Unwritten,
  type Written,
} from './notes.ts'
export { ClaimsByKey, ClaimMark, worstOf } from './claims/claims-by-key.tsx'
export { TemplateClaims } from './claims/template-claims.tsx'
export { NoteField } from './note-field.tsx'
export { aboutAccountAlert, accountNoteFacts } from './account-note-facts.ts'
export { aboutAlert, alertTexts, noteFacts, personFacts, type Writing } from './note-facts.ts'
export { insertTemplateText, literalsOf, openSlot, type Facts, type NoteText } from './note-editing.ts'
export { variableFault, type Variable } from './render.ts'
export { Preview, VariableButtons } from './variables.tsx'
export { useTemplates } from './templates-context.ts'
