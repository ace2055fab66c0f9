/** Reads the consolidated list of the United Nations Security Council (consolidated.xml). */
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, isWeak, readGender, type ReadEntries } from './entry.ts'
import { allOf, readXmlElements, textOf, textsOf, type Element } from '#server/text/xml.ts'

export function readUnXml(text: string): ReadEntries {
  const list = new EntryCollector()
  const { unread } = readXmlElements(text, new Set(['INDIVIDUAL', 'ENTITY']), (entry) => take(list, entry, entry.name))
  return list.done(unread)
}

function take(list: EntryCollector, entry: Element, kind: string): void {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((name) => textOf(entry, name))
  const aliases = allOf(entry, `${kind}_ALIAS`).map((alias) => ({
    name: textOf(alias, 'ALIAS_NAME') ?? '',
    isWeak: isWeak(textOf(alias, 'QUALITY')),
  }))
  const script = textOf(entry, 'NAME_ORIGINAL_SCRIPT')
  const addresses = allOf(entry, `${kind}_ADDRESS`)
  list.add(textOf(entry, 'REFERENCE_NUMBER') ?? textOf(entry, 'DATAID') ?? '', {
    type: kind === 'INDIVIDUAL' ? 'individual' : 'entity',
    programs: [textOf(entry, 'UN_LIST_TYPE')].flatMap((each) => each ?? []),
    title: [...textsOf(entry, 'TITLE', 'VALUE'), ...textsOf(entry, 'DESIGNATION', 'VALUE')].join('; ') || null,
    remarks: textOf(entry, 'COMMENTS1') ?? null,
    names: [
      { kind: 'primary', name: parts.filter(Boolean).join(' ') },
      ...(script ? [{ kind: 'aka' as const, name: script }] : []),
      ...aliases.map((alias) => ({ kind: 'aka' as const, ...alias })),
    ],
    addresses: addresses.map((one) =>
      ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY'].flatMap((name) => textOf(one, name) ?? []).join(', '),
    ),
    ...birthsIn(...allOf(entry, 'INDIVIDUAL_DATE_OF_BIRTH').map(birthOf)),
    countries: readCountries(
      ...textsOf(entry, 'NATIONALITY', 'VALUE'),
      ...addresses.map((one) => textOf(one, 'COUNTRY')),
    ),
    genders: readGender(textOf(entry, 'GENDER')),
    identifiers: allOf(entry, 'INDIVIDUAL_DOCUMENT').map((one) => ({
      type: textOf(one, 'TYPE_OF_DOCUMENT') ?? 'document',
      value: textOf(one, 'NUMBER') ?? '',
      country: readCountry(textOf(one, 'ISSUING_COUNTRY') ?? textOf(one, 'COUNTRY_OF_ISSUE')),
    })),
  })
}

function birthOf(one: Element): string | undefined {
  const [from, to] = [textOf(one, 'FROM_YEAR'), textOf(one, 'TO_YEAR')]
  return from && to ? `${from} to ${to}` : (textOf(one, 'DATE') ?? textOf(one, 'YEAR'))
}
