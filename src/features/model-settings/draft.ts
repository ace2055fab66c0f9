/** A config set as it is being written: its values as lines of one text. Pure. */
import type { ConfigSet, ConfigSetBody } from '#contract/model/config-set.ts'

export interface SettingDraft {
  name: string
  comment: string
  /** One value a line. */
  values: string
  /** What it was begun on; null for a new one. */
  version: number | null
}

export const NEW_SETTING: SettingDraft = { name: '', comment: '', values: '', version: null }

export const draftOf = ({ name, comment, value, version }: ConfigSet): SettingDraft => ({
  name,
  comment,
  values: value.join('\n'),
  version: version ?? null,
})

/** The values of a text, as they will be kept: without blanks, each once. */
export function readValues(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}

/** Lines that say again what a line above says. */
export function doubledIn(text: string): number {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length - new Set(lines).size
}

/** What is sent; a server that counts no changes is told of none. */
export function bodyOf({ name, comment, values, version }: SettingDraft, platform: string): ConfigSetBody {
  return { name: name.trim(), comment, value: readValues(values), platform, ...(version !== null && { version }) }
}

/** Whether a draft says anything that what it was begun on does not. */
export function isChanged(draft: SettingDraft, base: SettingDraft): boolean {
  return differing(draft, base).length > 0
}

/** Somebody saved another state since the draft was begun. */
export function isBehind(draft: SettingDraft, base: SettingDraft): boolean {
  return base.version !== null && draft.version !== null && draft.version !== base.version
}

/** Where a draft and what stands there now differ, in words. */
export function differing(draft: SettingDraft, base: SettingDraft): { label: string; theirs: string; yours: string }[] {
  const sides = (label: string, theirs: string, yours: string) => (theirs === yours ? [] : [{ label, theirs, yours }])
  const lines = (text: string) => readValues(text).join('\n')
  return [
    ...sides('Name', base.name, draft.name),
    ...sides('Values', lines(base.values), lines(draft.values)),
    ...sides('Comment', base.comment, draft.comment),
  ]
}
