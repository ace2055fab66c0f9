/** Reads OFAC's lists in XML (SDN.XML, CONSOLIDATED.XML), which hold names, aliases, addresses and papers in one file. */
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, isWeak, readGender, type EntryType, type ReadEntries } from './entry.ts'
import { allOf, readXmlElements, textOf, type Element } from '#server/text/xml.ts'

const TYPES: Readonly<Record<string, EntryType>> = {
  individual: 'individual',
  vessel: 'vessel',
  aircraft: 'aircraft',
}
const KINDS: Readonly<Record<string, 'aka' | 'fka' | 'nka'>> = { 'a.k.a.': 'aka', 'f.k.a.': 'fka', 'n.k.a.': 'nka' }

/**
 * The entries in the order of the list, as `readOfac` reads them from CSV. Throws where the text is no such list.
 */
export function readOfacXml(text: string): ReadEntries {
  const list = new EntryCollector()
  const { unread } = readXmlElements(text, new Set(['sdnEntry']), (entry) => take(list, entry))
  return list.done(unread)
}

function take(list: EntryCollector, entry: Element): void {
  const name = nameOf(entry)
  const aliases = allOf(entry, 'akaList', 'aka').map((alias) => ({
    kind: KINDS[textOf(alias, 'type') ?? ''] ?? 'aka',
    name: nameOf(alias),
    isWeak: isWeak(textOf(alias, 'category')),
  }))
  const papers = allOf(entry, 'idList', 'id').map((id) => ({
    type: textOf(id, 'idType') ?? 'id',
    value: textOf(id, 'idNumber') ?? '',
    country: readCountry(textOf(id, 'idCountry')),
  }))
  list.add(textOf(entry, 'uid') ?? '', {
    type: TYPES[textOf(entry, 'sdnType')?.toLowerCase() ?? ''] ?? 'entity',
    programs: allOf(entry, 'programList', 'program').map(({ text }) => text.trim()),
    title: textOf(entry, 'title') ?? null,
    remarks: textOf(entry, 'remarks') ?? null,
    names: [{ kind: 'primary', name }, ...aliases],
    addresses: allOf(entry, 'addressList', 'address').map(addressOf).filter(Boolean),
    ...birthsIn(...allOf(entry, 'dateOfBirthList', 'dateOfBirthItem').map((item) => textOf(item, 'dateOfBirth'))),
    countries: readCountries(
      ...allOf(entry, 'nationalityList', 'nationality').map((one) => textOf(one, 'country')),
      ...allOf(entry, 'citizenshipList', 'citizenship').map((one) => textOf(one, 'country')),
      ...allOf(entry, 'addressList', 'address').map((one) => textOf(one, 'country')),
      textOf(entry, 'vesselInfo', 'vesselFlag'),
    ),
    genders: papers.filter(({ type }) => type === 'Gender').flatMap(({ value }) => readGender(value)),
    identifiers: [
      ...papers.filter(({ type, value }) => type !== 'Gender' && /\d/.test(value)),
      { type: 'Call sign', value: textOf(entry, 'vesselInfo', 'callSign') ?? '' },
    ],
  })
}

/** As in CSV: `DOE, Jane`. */
function nameOf(element: Element): string {
  return [textOf(element, 'lastName'), textOf(element, 'firstName')].filter(Boolean).join(', ')
}

function addressOf(address: Element): string {
  const lines = ['address1', 'address2', 'address3'].map((name) => textOf(address, name))
  const place = ['city', 'stateOrProvince', 'postalCode'].map((name) => textOf(address, name))
  return [...lines, place.filter(Boolean).join(' '), textOf(address, 'country')].filter(Boolean).join(', ')
}
