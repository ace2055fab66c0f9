/** Describes the place of a command as a short text, from its `when`. Pure. */
import { viewLabel } from './view-labels.ts'
import { evaluate, type Atoms, type Flag, type Overlay, type When } from './when.ts'

const FLAGS: Record<Flag, readonly [on: string, off: string]> = {
  typing: ['in a text', ''],
  listFocus: ['list focused', 'list not focused'],
  hasCursor: ['', 'no row'],
  hasSelection: ['with a selection', ''],
  alertCursor: ['on an alert', ''],
  stuck: ['where a decision was rejected', ''],
  previewOpen: ['preview open', 'preview closed'],
  triage: ['triage', ''],
  offline: ['offline', 'online'],
  readOnly: ['read only', ''],
  admin: ['administrators', ''],
  docAdmin: ['document administrators', ''],
}
const OVERLAYS: Record<Overlay, string> = {
  none: '',
  palette: 'in the palette',
  dialog: 'in the dialog',
  drawer: 'in the drawer',
  alert: 'in an alert’s drawer',
  help: 'in the help',
}
/** More places than this are not told one by one. */
const SOME = 3

/** "queue, case", "triage", "everywhere"; conditions that explain themselves are left out. */
export function whenText(when: When): string {
  const words = [...new Set(parts(when))].filter(Boolean)
  return words.length > 0 ? words.join(', ') : 'everywhere'
}

function parts(when: When): string[] {
  switch (when.op) {
    case 'view':
      return when.views.length > SOME ? ['lists'] : when.views.map(viewLabel)
    case 'overlay':
      return when.overlays.includes('none') ? [] : when.overlays.map((overlay) => OVERLAYS[overlay])
    case 'flag':
      return [FLAGS[when.flag][0]]
    case 'not':
      return when.of.op === 'flag' ? [FLAGS[when.of.flag][1]] : []
    default:
      return when.of.flatMap(parts)
  }
}

/** The texts for a missing flag, and for a flag that must not be set. */
const MISSING: Partial<Record<Flag, readonly [on: string, off: string]>> = {
  hasCursor: ['needs a current row', 'only without a current row'],
  hasSelection: ['needs a selection', 'only without a selection'],
  alertCursor: ['needs an alert', 'not on an alert'],
  previewOpen: ['needs the preview', 'only without the preview'],
  triage: ['works in triage', 'not in triage'],
  admin: ['for administrators', 'not for administrators'],
  docAdmin: ['for document administrators', 'not for document administrators'],
}

/** The reason why an expression does not hold: "Works in the queue or a case", "For administrators". */
export function whyNotHere(when: When, atoms: Atoms): string {
  const [first = 'not available here', ...others] = [...new Set(missing(when, atoms))]
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}

function missing(when: When, atoms: Atoms): string[] {
  if (evaluate(when, atoms)) return []
  switch (when.op) {
    case 'view':
      return [`works in ${when.views.length > SOME ? 'lists' : when.views.map(viewLabel).join(' or ')}`]
    case 'flag':
      return [MISSING[when.flag]?.[0] ?? FLAGS[when.flag][0]].filter(Boolean)
    case 'not':
      return when.of.op === 'flag' ? [MISSING[when.of.flag]?.[1] ?? FLAGS[when.of.flag][1]].filter(Boolean) : []
    case 'overlay':
      return []
    case 'all':
      return when.of.flatMap((part) => missing(part, atoms))
    // the first way is the usual one
    case 'any':
      return when.of.map((part) => missing(part, atoms)).find((reasons) => reasons.length > 0) ?? []
  }
}
