/** A config set as it is being written: its values as lines of one text. Pure. */
import type { ConfigSet, ConfigSetBody } from '#contract/model/config-set.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import { mergeConflictsOf, mergedInto, type Chosen, type MergeConflict } from '#src/data/three-way-merge.ts'

export interface SettingDraft {
  name: string
  comment: string
  /** One value a line. */
  values: string
  /** The base version; null for a new one. */
  base: ConfigSet | null
}

export const NEW_SETTING: SettingDraft = { name: '', comment: '', values: '', base: null }

export const draftOf = (base: ConfigSet): SettingDraft => ({
  name: base.name,
  comment: base.comment,
  values: base.value.join('\n'),
  base,
})

/** The values of a text, as they will be kept: without blanks, each once. */
export function readValues(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}

/** Repeated lines. */
export function doubledIn(text: string): number {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length - new Set(lines).size
}

/** ISO 3166 and ISO 4217. */
const CODES = [
  { standard: 'country', shape: /^[A-Za-z]{2}$/ },
  { standard: 'currency', shape: /^[A-Za-z]{3}$/ },
] as const
export type Standard = (typeof CODES)[number]['standard']
/** At least this many codes among ten values make it a list of codes. */
const MOST_OF_TEN = 8
/** The maximum number of named values. */
const NAMED = 5

/** The faults of a list of country or currency codes: invalid codes. Null for other lists; codes are in capitals. */
export function codeFault(values: readonly string[], isCode: (standard: Standard, code: string) => boolean) {
  for (const { standard, shape } of CODES) {
    const codes = values.filter((value) => shape.test(value) && isCode(standard, value.toUpperCase()))
    if (codes.length === 0 || codes.length * 10 < values.length * MOST_OF_TEN) continue
    const wrong = values.filter((value) => !isCode(standard, value))
    if (wrong.length === 0) return null
    const more = wrong.length > NAMED ? ' …' : ''
    return `Not ISO ${standard} codes: ${wrong.slice(0, NAMED).join(', ')}${more}`
  }
  return null
}

/** The body to send; without the number of changes for a server that does not count them. */
export function bodyOf({ name, comment, values, base }: SettingDraft, platform: string): ConfigSetBody {
  const version = base?.version
  return { name: name.trim(), comment, value: readValues(values), platform, ...(version !== undefined && { version }) }
}

/** True if a draft differs from its base. */
export function isChanged(draft: SettingDraft, base: SettingDraft): boolean {
  return differencesOf(contentOf(base), contentOf(draft)).length > 0
}

/** True if there is a newer version than the draft's base. */
export function isBehind(draft: SettingDraft, base: SettingDraft): boolean {
  const [begun, now] = [draft.base?.version, base.base?.version]
  return begun !== undefined && now !== undefined && begun !== now
}

const contentOf = ({ name, values, comment }: SettingDraft) => ({
  name,
  values: readValues(values).join('\n'),
  comment,
})

export const PLACE_LABELS: Readonly<Record<string, string>> = { name: 'Name', values: 'Values', comment: 'Comment' }

/** A merge of a draft with the current version. Values are united: see `mergedValues`. */
export function conflictsWith(draft: SettingDraft, now: SettingDraft): MergeConflict[] {
  return draft.base ? mergeConflictsOf(contentOf(draftOf(draft.base)), contentOf(now), contentOf(draft)) : []
}

/** The current version with the user's changes. */
export function merged(draft: SettingDraft, now: SettingDraft, chosen: Chosen): SettingDraft {
  const content = mergedInto(contentOf(now), conflictsWith(draft, now), chosen)
  return { ...now, ...content, values: mergedValues(draft, now).join('\n') }
}

/** Their values without those that you took out, and then those that you put in. */
function mergedValues(draft: SettingDraft, now: SettingDraft): string[] {
  const [begun, theirs, yours] = [draft.base?.value ?? [], readValues(now.values), readValues(draft.values)]
  const kept = theirs.filter((value) => yours.includes(value) || !begun.includes(value))
  return [...new Set([...kept, ...yours.filter((value) => !begun.includes(value))])]
}
