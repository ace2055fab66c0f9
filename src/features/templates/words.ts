// What the fields of a template are called on the screen.
import type { TemplateUse } from '#contract/model/template.ts'
import type { EditorRow } from './editor.ts'

export const USE_WORDS: Record<TemplateUse, string> = {
  resolve: 'Resolve',
  reject: 'Reject',
  proceed: 'File an STR',
  'no-str': 'No STR',
  snippet: 'Snippet',
}

export const SHELF_WORDS: Record<EditorRow['shelf'], string> = {
  mine: 'yours',
  shared: 'shared',
  'built-in': 'built in',
  new: 'not saved',
}
