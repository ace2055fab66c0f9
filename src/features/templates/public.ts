export { DEFAULT_MACROS, type Macro } from './defaults.ts'
export { closingNotes, fillNote, recommendationNotes, renderNote, type NoteChoice } from './notes.ts'
export { noteFacts, type Writing } from './note-facts.ts'
