/** Keys that the browser, the system or a screen reader keeps for itself, or would be missed for. */
import type { Platform } from './keys.ts'

type Row = readonly [keys: RegExp, why: string]

const everywhere: readonly Row[] = [
  [/^mod\+(shift\+)?[ntw]$/, 'the browser opens or closes a window or tab'],
  [/^mod\+(shift\+)?r$|^(shift\+)?f5$|^mod\+f5$/, 'the browser loads the page again'],
  [/^mod\+l$/, 'the browser goes to its address bar'],
  [/^mod\+[0-9]$/, 'the browser changes tabs or the zoom'],
  [/^mod\+[-=+]$/, 'the browser changes the zoom'],
  [/^mod\+(shift\+)?tab$|^ctrl\+(shift\+)?tab$|^mod\+page(up|down)$/, 'the browser changes tabs'],
  [/^f11$/, 'the browser fills the screen'],
  [/^f12$|^mod\+shift\+[ijc]$/, 'the browser opens its tools'],
  [/^f7$/, 'the browser offers caret browsing'],
  [/^(shift\+)?tab$/, 'Tab goes from control to control'],
  [/^(shift\+)?insert$|\+insert$/, 'screen readers begin their own keys with Insert'],
  [/^shift\+f10$|^menu$/, 'the system opens the context menu'],
]
const other: readonly Row[] = [
  [/^alt\+[0-9]$/, 'the browser changes tabs'],
  [/^alt\+(left|right|home)$/, 'the browser goes back, forward or home'],
  [/^alt\+(f4|tab|space|escape)$|^meta\+/, 'the system keeps it'],
  [/^alt\+[a-z]$/, 'it may open a menu of the browser'],
  [/^mod\+alt\+/, 'it is AltGr on Windows, and screen readers move in tables with it'],
  [/^f10$/, 'the browser goes to its menu'],
]
const mac: readonly Row[] = [
  [/^mod\+(alt\+|shift\+)*[qhm]$|^mod\+(space|tab|`)$/, 'the system keeps it'],
  [/^mod\+(left|right|\[|\])$/, 'the browser goes back or forward'],
  [/^ctrl\+alt\+/, 'VoiceOver begins its own keys with it'],
  [/^ctrl\+(up|down|left|right)$/, 'the system changes spaces'],
  [/^alt\+.$/, 'Option types characters'],
]

/** Who else uses a stroke, as text; null for nobody. */
export function reserved(stroke: string, platform: Platform): string | null {
  const rows = platform === 'mac' ? [...everywhere, ...mac] : [...everywhere, ...other]
  return rows.find(([keys]) => keys.test(stroke))?.[1] ?? null
}
