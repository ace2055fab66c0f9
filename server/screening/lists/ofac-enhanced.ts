/** Reads OFAC's lists in enhanced XML (SDN_ENHANCED.XML, CONS_ENHANCED.XML). */
import { allOf, attributeOf, firstOf, readXmlElements, textOf, textsOf, type Element } from '#server/text/xml.ts'
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, readGender, type EntryType, type ListedName, type ReadEntries } from './entry.ts'

const TYPES: Readonly<Record<string, EntryType>> = { individual: 'individual', vessel: 'vessel', aircraft: 'aircraft' }
const KINDS: Readonly<Record<string, ListedName['kind']>> = { 'A.K.A.': 'aka', 'F.K.A.': 'fka', 'N.K.A.': 'nka' }

/** Throws where the text is no XML. */
export function readOfacEnhanced(text: string): ReadEntries {
  const list = new EntryCollector()
  const { unread } = readXmlElements(text, new Set(['entity']), (entity) => take(list, entity))
  return list.done(unread.filter(({ name }) => !/\/@(?:id|refId|\w*Id)$/.test(name)))
}

function take(list: EntryCollector, entity: Element): void {
  const features = allOf(entity, 'features', 'feature').map((feature) => ({
    type: textOf(feature, 'type') ?? '',
    value: textOf(feature, 'value') ?? '',
  }))
  const of = (...types: string[]) => features.flatMap(({ type, value }) => (types.includes(type) ? [value] : []))
  const papers = allOf(entity, 'identityDocuments', 'identityDocument').map((paper) => ({
    type: textOf(paper, 'type') ?? 'document',
    value: textOf(paper, 'documentNumber') ?? '',
    country: readCountry(textOf(paper, 'issuingCountry')),
  }))
  const addresses = allOf(entity, 'addresses', 'address')
  const info = firstOf(entity, 'generalInfo')
  list.add(attributeOf(entity, 'id') ?? textOf(info, 'identityId') ?? '', {
    type: TYPES[textOf(info, 'entityType')?.toLowerCase() ?? ''] ?? 'entity',
    programs: textsOf(entity, 'sanctionsPrograms', 'sanctionsProgram'),
    title: textOf(info, 'title') ?? null,
    remarks: textOf(info, 'remarks') ?? null,
    names: allOf(entity, 'names', 'name').flatMap(namesOf),
    addresses: addresses.map(addressOf),
    ...birthsIn(...of('Birthdate')),
    countries: readCountries(
      ...of('Nationality Country', 'Citizenship Country', 'Vessel Flag', 'Nationality of Registration'),
      ...addresses.map((address) => textOf(address, 'country')),
    ),
    genders: of('Gender').flatMap((value) => readGender(value)),
    identifiers: [
      ...papers,
      ...features.flatMap(({ type, value }) =>
        /Digital Currency Address|Call Sign|IMO|MMSI|BIK|SWIFT|D-U-N-S|Tail Number|Serial Number/i.test(type)
          ? [{ type, value }]
          : [],
      ),
    ],
  })
}

/** A name in each of its scripts. */
function namesOf(name: Element): ListedName[] {
  const isPrimary = textOf(name, 'isPrimary') === 'true'
  const weak = textOf(name, 'isLowQuality') === 'true' && !isPrimary ? (true as const) : undefined
  const kind = KINDS[textOf(name, 'aliasType') ?? ''] ?? 'aka'
  return allOf(name, 'translations', 'translation').map((translation, n) => {
    const [first, last] = [textOf(translation, 'formattedFirstName'), textOf(translation, 'formattedLastName')]
    const whole = textOf(translation, 'formattedFullName')
    return {
      kind: isPrimary && n === 0 ? 'primary' : kind,
      name: whole ?? [last, first].filter(Boolean).join(', '),
      isWeak: weak,
    }
  })
}

function addressOf(address: Element): string {
  const [first] = allOf(address, 'translations', 'translation')
  const parts = first ? allOf(first, 'addressParts', 'addressPart').flatMap((part) => textOf(part, 'value') ?? []) : []
  return [...parts, textOf(address, 'country') ?? []].flat().join(', ')
}
