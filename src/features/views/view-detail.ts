import type { ViewedLists } from './viewed-lists.ts'
import type { SavedView } from './views.ts'

/** A view's id beside its name. */
export function viewDetail({ list, key, scope, isFirst }: SavedView, lists: ViewedLists): string {
  const parts = [lists[list].name, key !== null && `g ${key}`, scope === 'shared' && 'shared', isFirst && 'opens first']
  return parts.filter(Boolean).join(' · ')
}
