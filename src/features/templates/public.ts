export { readBook, subscribeBook, type Book, type BookMacro } from './book.ts'
export { DEFAULT_MACROS } from './defaults.ts'
export {
  closingNotes,
  fillNote,
  fitsRule,
  NEEDS_WORDS,
  recommendationNotes,
  templateRef,
  typedNote,
  useKey,
  usesOf,
  writeNote,
  type NoteChoice,
  type Written,
} from './notes.ts'
export { NoteField } from './note-field.tsx'
export { accountNoteFacts, noteFacts, personFacts, type Writing } from './note-facts.ts'
export { insertWords, openSlot, type Facts, type NoteText } from './writing.ts'
export { variableFault, type Variable } from './render.ts'
export { Preview, VariableButtons } from './variables.tsx'
export { useTemplates } from './templates-context.ts'
