export { DEFAULT_MACROS } from './defaults.ts'
export { closingNotes, fillNote, recommendationNotes, renderNote, templateRef, type NoteChoice } from './notes.ts'
export { noteFacts, type Writing } from './note-facts.ts'
