/** Documents as this device has them: what they show, and what a change makes of them. Pure. */
import { isSameValue, SETTING_KINDS } from '#contract/model/settings.ts'
import type { Place, UserDocument } from '#engine/cache/user-documents.ts'

/** The value a document shows; undefined where there is none (any more). */
export function shownValue({ base, edit }: UserDocument): unknown {
  if (edit) return edit.removed ? undefined : edit.value
  return base?.value
}

/** True if the server has to be told. */
export const isUnsent = ({ kind, edit }: UserDocument): boolean =>
  edit !== null && edit.refused === undefined && kind in SETTING_KINDS

/** A place without its value. */
export const placeOf = ({ scope, kind, platform, id }: Place): Place => ({ scope, kind, platform, id })

/**
 * A local change; undefined deletes. Null if nothing is left. An unsent value may have reached the server without an
 * answer: a reversal or deletion is then kept until it is sent.
 */
export function changeLocally(place: Place, held: UserDocument | undefined, value: unknown): UserDocument | null {
  const base = held?.base ?? null
  const unsent = held && isUnsent(held) ? held.edit : null
  if (value === undefined)
    return base || unsent ? { ...placeOf(place), base, edit: { ...unsent, removed: true } } : null
  const edit = base && !unsent && isSameValue(base.value, value) ? null : { value }
  return { ...placeOf(place), base, edit }
}
