/** The table of settings in docs/operations.md, which `npm run settings` writes. */
import { SETTING_NAMES, settingOf, type SettingName } from './settings.ts'

const HEAD = '| setting | default | meaning |'

/** A document with its table of settings as they are declared: name, default, meaning. */
export function withSettingsTable(text: string): string {
  const lines = text.split('\n')
  const start = lines.indexOf(HEAD)
  const length = lines.slice(start).findIndex((each) => !each.startsWith('|'))
  if (start < 0 || length < 0) throw new Error(`The document has no table “${HEAD}”.`)
  lines.splice(start, length, HEAD, '|---|---|---|', ...SETTING_NAMES.map(line))
  return lines.join('\n')
}

function line(name: SettingName): string {
  const { title, text, more, isPlumbing } = settingOf(name)
  const meaning = [...(isPlumbing ? [] : [`${title}.`]), text, ...(more === undefined ? [] : [more])].join(' ')
  return `| \`${name}\` | ${defaultOf(name)} | ${meaning.replaceAll('|', String.raw`\|`)} |`
}

function defaultOf(name: SettingName): string {
  const { schema, fallback, unit } = settingOf(name)
  if (fallback !== undefined) return fallback
  const value: unknown = schema.parse(undefined)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return unit === undefined || unit.includes(' ') ? `${value}` : `${value} ${unit}`
  const texts = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return texts.length === 0 ? '-' : `\`${texts.join(',')}\``
}
