// The display state of the keyboard settings; stored here because commands change it too.
import { createStore } from 'zustand/vanilla'
import { emptyQuery, type KeyQuery } from '#src/commands/help/key-query.ts'

export const SEARCH_ID = 'keyboard-search'

export const keyboardScreen = createStore<{ query: KeyQuery; isImporting: boolean }>(() => ({
  query: emptyQuery,
  isImporting: false,
}))
