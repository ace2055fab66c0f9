import { expect, test } from 'vitest'
import countries from '#contract/reference/countries.json' with { type: 'json' }
import { COUNTRY_CODES, countriesNamed } from './countries-named.ts'

/** Withdrawn codes, and those that are reserved for something else. */
const OBSOLETE = 'AC AN BU CS CT DD DY EA EL FX HV IC JT KV MI NH NQ NT PC PU PZ RH SU TA TP UK VD WK YD YU ZR'.split(
  ' ',
)
const named = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text, countriesNamed(text)?.join(' ')]))

test('ISO 3166-1 and Kosovo, no code that was withdrawn', () => {
  expect(COUNTRY_CODES).toHaveLength(250)
  expect(COUNTRY_CODES.filter((code) => OBSOLETE.includes(code))).toEqual([])
  const own = countries.filter(({ id }) => id !== '00' && !OBSOLETE.includes(id))
  expect(own.filter(({ id }) => !COUNTRY_CODES.includes(id))).toEqual([])
  expect(own.filter(({ id, value }) => countriesNamed(value)?.[0] !== id)).toEqual([])
})

test.each(['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt', 'ru', 'tr', 'uk', 'zh'])(
  'every country by its name in %s',
  (language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    expect(COUNTRY_CODES.filter((code) => countriesNamed(names.of(code) ?? '')?.[0] !== code)).toEqual([])
  },
)

test('the spellings of the lists of OFAC, the UN, the EU and the UK', () => {
  const spellings = {
    'Congo, Democratic Republic of the': 'CD',
    'Congo (Democratic Republic)': 'CD',
    'Congo - Kinshasa': 'CD',
    'Democratic Republic of the Congo': 'CD',
    'Congo, Republic of the': 'CG',
    'Korea, North': 'KP',
    'North Korea': 'KP',
    "Democratic People's Republic of Korea": 'KP',
    'DEMOCRATIC PEOPLE’S REPUBLIC OF KOREA': 'KP',
    'D.P.R.K.': 'KP',
    'Korea, South': 'KR',
    'Republic of Korea': 'KR',
    'Iran (Islamic Republic of)': 'IR',
    'IRAN, ISLAMIC REPUBLIC OF': 'IR',
    Iranian: 'IR',
    Russia: 'RU',
    'Russian Federation': 'RU',
    Russian: 'RU',
    'United Kingdom': 'GB',
    UK: 'GB',
    France: 'FR',
    Serbia: 'RS',
    Benin: 'BJ',
    'Burkina Faso': 'BF',
    'Timor-Leste': 'TL',
    'East Timor': 'TL',
    'Ivory Coast': 'CI',
    'Cote d Ivoire': 'CI',
    'CÔTE D’IVOIRE': 'CI',
    Türkiye: 'TR',
    Turkey: 'TR',
    Burma: 'MM',
    'Myanmar (Burma)': 'MM',
    Swaziland: 'SZ',
    Macedonia: 'MK',
    'Macedonia, The Former Yugoslav Republic of': 'MK',
    'Czech Republic': 'CZ',
    'The Gambia': 'GM',
    'Bahamas, The': 'BS',
    'Cabo Verde': 'CV',
    Palestinian: 'PS',
    'possibly Palestinian': 'PS',
    'Palestinian Authority': 'PS',
    'Occupied Palestinian Territories': 'PS',
    'West Bank': 'PS',
    'Region: Gaza': 'PS',
    'Region: Crimea': 'UA',
    'Region: Kafia Kingi': 'SD',
    'Region: Northern Mali': 'ML',
    'Hong Kong SAR': 'HK',
    'HONG KONG': 'HK',
    Macau: 'MO',
    'Man, Isle of': 'IM',
    'Virgin Islands, British': 'VG',
    UAE: 'AE',
    'Taiwan, Province of China': 'TW',
    'Republic of China': 'TW',
    "People's Republic of China": 'CN',
    'Syrian Arab Republic': 'SY',
    'Viet Nam': 'VN',
    'Venezuela, Bolivarian Republic of': 'VE',
    'Libyan Arab Jamahiriya': 'LY',
    'Micronesia (Federated States of)': 'FM',
    'St. Vincent & the Grenadines': 'VC',
    'Netherlands Antilles': 'CW SX BQ',
    Kosovo: 'XK',
    undetermined: '',
    Stateless: '',
  }
  expect(named(Object.keys(spellings))).toEqual(spellings)
})

test('codes of two and three letters; withdrawn ones lead to the countries of today', () => {
  const codes = {
    gb: 'GB',
    IRN: 'IR',
    rus: 'RU',
    UK: 'GB',
    EL: 'GR',
    FX: 'FR',
    DY: 'BJ',
    HV: 'BF',
    TP: 'TL',
    ZR: 'CD',
    BU: 'MM',
    KV: 'XK',
  }
  expect(named(Object.keys(codes))).toEqual(codes)
  for (const code of OBSOLETE) {
    const today = countriesNamed(code) ?? []
    expect([code, today.length > 0, today.filter((each) => !COUNTRY_CODES.includes(each))]).toEqual([code, true, []])
  }
})

test('a word that is not a country is not guessed', () => {
  expect(named(['Elbonia', 'QQ', 'ABC', '', 'Delaware', 'Republic', 'Saint'])).toEqual({})
})
