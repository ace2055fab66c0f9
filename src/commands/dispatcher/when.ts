/**
 * The place where a command works: an expression over declared atoms only, so that overlap can be decided exactly
 * (docs/design/interaction.md#contexts).
 */
import type { View } from '#src/commands/names.ts'

export type { View } from '#src/commands/names.ts'

/** The overlay. `palette` and `dialog` deactivate everything below; `alert` is an alert's drawer. */
export const overlays = ['none', 'palette', 'dialog', 'drawer', 'alert', 'help'] as const
export type Overlay = (typeof overlays)[number]

/**
 * At most 14 atoms, or the exact decision gets slow. `typing`: the focused widget takes characters; `stuck`: the server
 * rejected a decision on the current object.
 */
export const flags = [
  'typing',
  'listFocus',
  'hasCursor',
  'hasSelection',
  'alertCursor',
  'stuck',
  'previewOpen',
  'triage',
  'offline',
  'readOnly',
  'admin',
  'docAdmin',
] as const
export type Flag = (typeof flags)[number]

/** `view` is null on a screen without one of the declared surfaces (sign-in, an error). */
export type Atoms = { view: View | null; overlay: Overlay } & Record<Flag, boolean>

export const noAtoms: Atoms = {
  view: null,
  overlay: 'none',
  ...(Object.fromEntries(flags.map((name) => [name, false])) as Record<Flag, boolean>),
}

export type When =
  | { op: 'view'; views: readonly View[] }
  | { op: 'overlay'; overlays: readonly Overlay[] }
  | { op: 'flag'; flag: Flag }
  | { op: 'all' | 'any'; of: readonly When[] }
  | { op: 'not'; of: When }

/** On any of these surfaces. */
export const inView = (...names: View[]): When => ({ op: 'view', views: names })
/** Any of these overlays is on top. A command that names none works only where none is (see defineCommand). */
export const inOverlay = (...names: Overlay[]): When => ({ op: 'overlay', overlays: names })
export const flag = (name: Flag): When => ({ op: 'flag', flag: name })
export const all = (...of: When[]): When => ({ op: 'all', of })
export const any = (...of: When[]): When => ({ op: 'any', of })
export const not = (of: When): When => ({ op: 'not', of })
/** There, or in the drawer of its current alert, where the selection does not apply. */
export const orInDrawer = (there: When): When =>
  all(there, any(inOverlay('none'), all(inOverlay('alert'), not(flag('hasSelection')))))
/** Under every overlay too: what protects must not wait until a dialog is closed. */
export const everywhere: When = inOverlay(...overlays)
/** Everywhere but under an overlay. */
export const always: When = all()

export function evaluate(when: When, atoms: Atoms): boolean {
  switch (when.op) {
    case 'view':
      return atoms.view !== null && when.views.includes(atoms.view)
    case 'overlay':
      return when.overlays.includes(atoms.overlay)
    case 'flag':
      return atoms[when.flag]
    case 'all':
      return when.of.every((part) => evaluate(part, atoms))
    case 'any':
      return when.of.some((part) => evaluate(part, atoms))
    case 'not':
      return !evaluate(when.of, atoms)
  }
}

interface Mentioned {
  views: Set<View>
  overlays: Set<Overlay>
  flags: Set<Flag>
}

function collect(when: When, into: Mentioned): Mentioned {
  if (when.op === 'view') when.views.forEach((name) => into.views.add(name))
  else if (when.op === 'overlay') when.overlays.forEach((name) => into.overlays.add(name))
  else if (when.op === 'flag') into.flags.add(when.flag)
  else if (when.op === 'not') collect(when.of, into)
  else when.of.forEach((part) => collect(part, into))
  return into
}

const mentions = (...whens: When[]) =>
  whens.reduce<Mentioned>((into, when) => collect(when, into), {
    views: new Set(),
    overlays: new Set(),
    flags: new Set(),
  })

/** True if an expression mentions overlays. */
export const namesOverlay = (when: When) => mentions(when).overlays.size > 0

/** True if an expression mentions this surface. */
export const namesView = (when: When, view: View | null) => view !== null && mentions(when).views.has(view)

/** Every state that distinguishes the expressions: unmentioned atoms are one state, not eighteen. */
function* worlds({ views: seen, overlays: over, flags: used }: Mentioned): Generator<Atoms> {
  // none stands for every surface that is not mentioned
  const viewDomain = [...seen, null]
  const rest = overlays.find((name) => !over.has(name))
  const overlayDomain = rest ? [...over, rest] : [...over]
  const names = [...used]
  for (const view of viewDomain)
    for (const overlay of overlayDomain)
      for (let bits = 0; bits < 1 << names.length; bits++) {
        const atoms: Atoms = { ...noAtoms, view, overlay }
        names.forEach((name, i) => (atoms[name] = Boolean(bits & (1 << i))))
        yield atoms
      }
}

/** True if some state satisfies both; exact, by trying the states that matter. */
export function overlaps(a: When, b: When): boolean {
  for (const atoms of worlds(mentions(a, b))) if (evaluate(a, atoms) && evaluate(b, atoms)) return true
  return false
}

/** True if `a` holds only where `b` does: what makes one of two commands on a key the more specific. */
export const implies = (a: When, b: When) => !overlaps(a, not(b))
