export { readAnswers, sharedField, sharedKeys } from './shared-text.ts'
export { readBook, subscribeBook, type Book, type BookMacro } from './template-store.ts'
export { NO_GROUNDS } from './defaults.ts'
export { reasonLabel } from './labels.ts'
export { askForSteps, proofOf, type Filled, type NoteAbout, type NoteStating, type Proof } from './claims/ports.ts'
export {
  asksReview,
  bodyOf,
  closingNotes,
  dispositionArg,
  fillNote,
  fitsRule,
  leftOut,
  NEEDS_WORDS,
  noteArg,
  recommendationNotes,
  templateRef,
  typedDisposition,
  useKey,
  usesOf,
  writeNote,
  withOwnWords,
  type NoteChoice,
  type Proven,
  type Unwritten,
  type Written,
} from './notes.ts'
export { ClaimsByKey, ClaimMark, worstOf } from './claims/claims-by-key.tsx'
export { TemplateClaims } from './claims/template-claims.tsx'
export { NoteField } from './note-field.tsx'
export { aboutAccountAlert, accountNoteFacts } from './account-note-facts.ts'
export { aboutAlert, alertWords, noteFacts, personFacts, type Writing } from './note-facts.ts'
export { insertWords, literalsOf, openSlot, type Facts, type NoteText } from './note-editing.ts'
export { variableFault, type Variable } from './render.ts'
export { Preview, VariableButtons } from './variables.tsx'
export { useTemplates } from './templates-context.ts'
