/** Documents as this device has them: what they show, and what a change makes of them. Pure. */
import { isSameValue, SETTING_KINDS } from '#contract/model/settings.ts'
import type { Place, UserDocument } from './engine/user-documents.ts'

/** The value a document shows; undefined where there is none (any more). */
export function shownValue({ base, edit }: UserDocument): unknown {
  if (edit) return edit.removed ? undefined : edit.value
  return base?.value
}

/** Whether the server has to be told. */
export const isUnsent = ({ kind, edit }: UserDocument): boolean =>
  edit !== null && edit.refused === undefined && kind in SETTING_KINDS

/** A place without what stands there. */
export const placeOf = ({ scope, kind, platform, id }: Place): Place => ({ scope, kind, platform, id })

/** A change made here; undefined removes. Null where nothing is left. */
export function change(place: Place, held: UserDocument | undefined, value: unknown): UserDocument | null {
  const base = held?.base ?? null
  if (value === undefined) return base && { ...placeOf(place), base, edit: { removed: true } }
  const edit = base && isSameValue(base.value, value) ? null : { value }
  return { ...placeOf(place), base, edit }
}
