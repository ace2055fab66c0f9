/** Countries by two letters, however a list or a platform writes them. */

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\bthe\b|\(.*?\)|[^a-z ]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const codes = new Map<string, string>(
  letters.flatMap((a) =>
    letters.flatMap((b): [string, string][] => {
      const name = english.of(a + b)
      return name ? [[plain(name), a + b]] : []
    }),
  ),
)
const OTHERS: Readonly<Record<string, string>> = {
  burma: 'MM',
  'korea north': 'KP',
  'korea south': 'KR',
  'democratic peoples republic of korea': 'KP',
  'republic of korea': 'KR',
  'north korea': 'KP',
  'south korea': 'KR',
  'russian federation': 'RU',
  uk: 'GB',
  usa: 'US',
  'islamic republic of iran': 'IR',
  'iran islamic republic of': 'IR',
  'syrian arab republic': 'SY',
  turkey: 'TR',
  'democratic republic of congo': 'CD',
  'congo democratic republic of': 'CD',
  'ivory coast': 'CI',
  'czech republic': 'CZ',
  uae: 'AE',
  'united states of america': 'US',
  'viet nam': 'VN',
  'hong kong': 'HK',
  macau: 'MO',
  palestinian: 'PS',
  'united republic of tanzania': 'TZ',
  'libyan arab jamahiriya': 'LY',
  'cote divoire': 'CI',
  'west bank': 'PS',
}
for (const [name, code] of Object.entries(OTHERS)) codes.set(name, code)
const ISO3 = new Map(
  'AFG AF ARE AE BLR BY CHN CN COL CO CUB CU DEU DE EGY EG ESP ES FRA FR GBR GB IND IN IRN IR IRQ IQ ISR IL ITA IT JPN JP KOR KR PRK KP LBN LB LBY LY MEX MX MMR MM NGA NG PAK PK PAN PA RUS RU SAU SA SDN SD SOM SO SYR SY TUR TR UKR UA USA US VEN VE YEM YE'
    .split(' ')
    .flatMap((code, n, all): [string, string][] => (n % 2 === 0 ? [[code, all[n + 1] ?? code]] : [])),
)

/** `Iran`, `ir`, `IRN` and `Iran (Islamic Republic of)` are `IR`; undefined for what is no country. */
export function readCountry(text: string | undefined): string | undefined {
  const said = text?.trim() ?? ''
  if (/^[A-Za-z]{2}$/.test(said)) return english.of(said.toUpperCase()) ? said.toUpperCase() : undefined
  return ISO3.get(said.toUpperCase()) ?? codes.get(plain(said))
}

/** The countries of a text that names several, separated by commas, semicolons or slashes. */
export function readCountries(...texts: readonly (string | undefined)[]): string[] {
  const whole = texts.flatMap(
    (text) =>
      readCountry(text) ??
      (text ?? '').split(/[;,/]/).flatMap((part) => readCountry(part.replace(/^\s*\(?\d+\)\s*/, '')) ?? []),
  )
  return [...new Set(whole)]
}
