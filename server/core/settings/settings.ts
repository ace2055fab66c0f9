/** All settings by their names in the environment, and how their values are shown. */
import type * as z from 'zod'
import { withUnit } from '#contract/model/policy.ts'
import { decisionSettings } from './decisions.ts'
import { peopleSettings } from './people.ts'
import { serverSettings } from './server.ts'
import { serviceSettings } from './services.ts'
import type { Setting, SettingTexts } from './setting.ts'
import { uploadSettings } from './uploads.ts'

const ALL = { ...serverSettings, ...peopleSettings, ...decisionSettings, ...serviceSettings, ...uploadSettings }

export type SettingName = keyof typeof ALL

export const SETTING_NAMES = Object.keys(ALL) as readonly SettingName[]

export const settingOf = (name: SettingName): Setting => ALL[name]

/** The schemas by name, for an object of them. */
export const SCHEMAS = Object.fromEntries(SETTING_NAMES.map((name) => [name, ALL[name].schema])) as {
  [N in SettingName]: (typeof ALL)[N]['schema']
}
/** The environment, read. */
export type SettingValues = z.output<z.ZodObject<typeof SCHEMAS>>

/** Group, title and effect, for a policy that has the setting as its default. */
export function textsOf(name: SettingName): SettingTexts {
  const { group, title, text } = ALL[name]
  return { group, title, text }
}

/** Settings that are policies: what is allowed, required or limited. */
export const POLICY_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter((name) => !settingOf(name).isPlumbing)

/** An address without what opens it: credentials, and a query, which may hold a key. */
function withoutCredentials(text: string): string {
  if (!text.includes('://') || !URL.canParse(text)) return text
  const url = new URL(text)
  const hasMore = url.search !== '' || url.hash !== ''
  if (url.username === '' && url.password === '' && !hasMore) return text
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return hasMore ? `${url.href}?…` : url.href
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** A value as text; of a secret, whether it is set. */
export function showSetting(name: SettingName, value: unknown): string {
  const { secret, unit = '', none = 'Not set', values = {}, show } = settingOf(name)
  if (isEmpty(value)) return none
  if (secret === 'never') return 'Set'
  if (show) return show(value as never)
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return values[value] ?? withUnit(value, unit)
  const texts = (Array.isArray(value) ? value : [value]).map(String)
  return texts.map((text) => values[text] ?? withoutCredentials(text)).join(', ')
}
