import type { AlertKind } from '#contract/model/templates/template.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import { useFeature } from '#src/features/states.ts'
import type { Editor } from './editor.ts'
import type { Facts } from './note-editing.ts'

export interface Templates {
  /** Null until its screen was opened: see `editorOf`. */
  editor: Editor | null
  readonly user: UserStore
  /** The platform that is worked on. */
  platform(): string
  /** The variables of the last viewed alert of a kind; null if there is none. */
  factsAtHand: (kind: AlertKind) => Facts | null
  /** May change what everybody has. */
  mayShare(): boolean
}

/** The templates of this window. */
export const useTemplates = (): Templates => useFeature('templates')
