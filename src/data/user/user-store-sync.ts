/**
 * Merges a local change with the server's state: pure. The later writer wins; a value replaced unseen is kept as a copy
 * if its kind requires that, so that no text is lost.
 */
import { isSameValue, SETTING_KINDS, type SettingKind } from '#contract/model/settings.ts'
import type { Edit, Place, UserDocument } from '#engine/cache/user-documents.ts'
import { placeOf } from './user-store-local.ts'

/** The server's value at a place. */
export type ServerState = { version: number; value: unknown } | null

/** The new value of a place, and a copy beside it. */
export interface Merged {
  /** Null: nothing is left to keep. */
  document: UserDocument | null
  copy?: UserDocument
}

/** A value as a copy, marked by its name. */
function asCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('title' in value)) return value
  return { ...value, title: `${String(value.title).slice(0, 93)} (copy)` }
}

/** The same replaced value gets the same copy, whichever device or tab makes it. */
function copyOf(document: UserDocument, value: unknown, mark: number): UserDocument {
  const id = `${document.id.slice(0, 80)}.${mark}`
  return { ...placeOf(document), scope: 'mine', id, base: null, edit: { value: asCopy(value) } }
}

const keepsCopies = ({ kind }: Place) => kind in SETTING_KINDS && SETTING_KINDS[kind as SettingKind].conflict === 'copy'

/** Applies the server's current value. An older answer changes nothing. */
export function syncReceived(place: Place, held: UserDocument | undefined, now: ServerState): Merged {
  const { base = null, edit = null } = held ?? {}
  if (!edit || !held) return { document: now ? { ...placeOf(place), base: latest(base, now), edit: null } : null }
  const isMine = now !== null && isSameValue(now.value, edit.value)
  if (now && base && (now.version < base.version || (now.version === base.version && !isMine)))
    return { document: held }
  // of a value changed meanwhile only what this device had sent is removed
  if (edit.removed) return { document: now && { ...held, base: now, edit: isMine ? edit : null } }
  if (!now) return { document: { ...held, base: null } }
  if (isMine) return { document: { ...held, base: now, edit: null } }
  const document = { ...held, base: now }
  const isSeen = base !== null && isSameValue(now.value, base.value)
  return isSeen || !keepsCopies(held) ? { document } : { document, copy: copyOf(held, now.value, now.version) }
}

const latest = (base: ServerState, now: NonNullable<ServerState>) => (base && base.version > now.version ? base : now)

/** The server accepted the sent value; it may have been changed again meanwhile. */
export function syncTaken(held: UserDocument | undefined, sent: UserDocument, now: ServerState): UserDocument | null {
  const isSent = !held || isSameEdit(held.edit, sent.edit)
  const edit = isSent ? null : held.edit
  if (!now && (!edit || edit.removed)) return null
  return { ...sent, base: now, edit }
}

/** The server refused the sent value. A shared one is restored, and the change becomes one's own. */
export function syncRefused(held: UserDocument | undefined, sent: UserDocument, why: string): Merged {
  if (!held?.edit || !isSameEdit(held.edit, sent.edit)) return { document: held ?? null }
  if (held.scope === 'mine') return { document: { ...held, edit: { ...held.edit, refused: why } } }
  const document = held.base && { ...held, edit: null }
  return held.edit.removed ? { document } : { document, copy: copyOf(held, held.edit.value, held.base?.version ?? 0) }
}

const isSameEdit = (a: Edit | null, b: Edit | null) =>
  a?.removed === b?.removed && isSameValue(a?.value, b?.value) && a?.refused === b?.refused
