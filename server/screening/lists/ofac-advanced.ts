/** Reads OFAC's lists in advanced XML (SDN_ADVANCED.XML, CONS_ADVANCED.XML), whose values point to sets of references. */
import { allOf, attributeOf, firstOf, readXmlElements, textOf, type Element } from '#server/text/xml.ts'
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import {
  EntryCollector,
  readGender,
  type EntryType,
  type Identifier,
  type ListedName,
  type ReadEntries,
} from './entry.ts'

const TYPES: Readonly<Record<string, EntryType>> = { '1': 'vessel', '2': 'aircraft', '3': 'entity', '4': 'individual' }
const KINDS: Readonly<Record<string, ListedName['kind']>> = { '1400': 'aka', '1401': 'fka', '1402': 'nka' }
/** Sets of references that something is made of: the element with an ID, and its text. */
const SETS = [
  'Country',
  'AreaCode',
  'FeatureType',
  'DetailReference',
  'IDRegDocType',
  'NamePartType',
  'SanctionsProgram',
] as const
/** The numbers of features where the set of them is missing. */
const FEATURES: Readonly<Record<string, string>> = {
  '8': 'Birthdate',
  '10': 'Nationality Country',
  '11': 'Citizenship Country',
  '224': 'Gender',
  '25': 'Location',
}

interface Place {
  text: string
  country: string | undefined
}

interface Book {
  sets: ReadonlyMap<string, ReadonlyMap<string, string>>
  places: Map<string, Place>
  papers: Map<string, Identifier[]>
}

/** Throws where the text is no XML. */
export function readOfacAdvanced(text: string): ReadEntries {
  const list = new EntryCollector()
  const sets = new Map(SETS.map((name) => [name as string, new Map<string, string>()]))
  const book: Book = { sets, places: new Map(), papers: new Map() }
  const partyOf = new Map<string, string>()
  const { unread } = readXmlElements(
    text,
    new Set(['ReferenceValueSets', 'Location', 'IDRegDocument', 'DistinctParty', 'SanctionsEntry']),
    (element) => {
      if (element.name === 'ReferenceValueSets') readSets(element, sets)
      else if (element.name === 'Location') book.places.set(attributeOf(element, 'ID') ?? '', placeOf(element, book))
      else if (element.name === 'IDRegDocument') readPaper(element, book)
      else if (element.name === 'DistinctParty') readParty(element, { list, book, partyOf })
      else readSanctions(element, list, partyOf, book)
    },
  )
  return list.done(
    unread.filter(({ name }) => !/^ReferenceValueSets\/|\/@(?:ID|FixedRef|\w*ID|Reliability\w*)$/.test(name)),
  )
}

const valueOf = ({ sets }: Book, set: (typeof SETS)[number], id: string | undefined) => sets.get(set)?.get(id ?? '')

function readSets(element: Element, sets: ReadonlyMap<string, Map<string, string>>): void {
  for (const [name, values] of sets)
    for (const one of allOf(element, `${name}Values`, name)) values.set(attributeOf(one, 'ID') ?? '', one.text.trim())
}

function placeOf(element: Element, book: Book): Place {
  const parts = allOf(element, 'LocationPart').flatMap((part) => textOf(part, 'LocationPartValue', 'Value') ?? [])
  const country = valueOf(book, 'Country', attributeOf(firstOf(element, 'LocationCountry'), 'CountryID'))
  const area = valueOf(book, 'AreaCode', attributeOf(firstOf(element, 'LocationAreaCode'), 'AreaCodeID'))
  return { text: [...parts, country ?? []].flat().join(', '), country: country ?? area }
}

function readPaper(element: Element, book: Book): void {
  const identity = attributeOf(element, 'IdentityID') ?? ''
  const paper: Identifier = {
    type: valueOf(book, 'IDRegDocType', attributeOf(element, 'IDRegDocTypeID')) ?? 'document',
    value: textOf(element, 'IDRegistrationNo') ?? '',
    country: readCountry(valueOf(book, 'Country', attributeOf(element, 'IssuedBy-CountryID'))),
  }
  book.papers.set(identity, [...(book.papers.get(identity) ?? []), paper])
}

interface Reading {
  list: EntryCollector
  book: Book
  /** Entries by profile. */
  partyOf: Map<string, string>
}

function readParty(element: Element, { list, book, partyOf }: Reading): void {
  const id = attributeOf(element, 'FixedRef') ?? ''
  for (const profile of allOf(element, 'Profile')) {
    partyOf.set(attributeOf(profile, 'ID') ?? '', id)
    const type = TYPES[attributeOf(profile, 'PartySubTypeID') ?? ''] ?? 'entity'
    const identities = allOf(profile, 'Identity').filter((one) => attributeOf(one, 'False') !== 'true')
    const features = allOf(profile, 'Feature').map((one) => featureOf(one, book))
    const of = (name: string) => features.filter((one) => one.type === name)
    const places = of('Location').flatMap((one) => one.places)
    list.add(id, {
      type,
      names: identities.flatMap((identity) => namesOf(identity, type, book)),
      addresses: places.map(({ text }) => text),
      ...birthsIn(...of('Birthdate').flatMap((one) => one.dates)),
      countries: readCountries(
        ...[
          'Nationality Country',
          'Citizenship Country',
          'Nationality of Registration',
          'Vessel Flag',
          'Location',
        ].flatMap((name) =>
          of(name).flatMap((one) => [
            ...one.places.map(({ country }) => country),
            ...(name === 'Vessel Flag' ? one.texts : []),
          ]),
        ),
      ),
      genders: of('Gender').flatMap((one) => one.texts.flatMap((each) => readGender(each))),
      identifiers: [
        ...identities.flatMap((identity) => book.papers.get(attributeOf(identity, 'ID') ?? '') ?? []),
        ...features.flatMap(({ type: name, texts }) =>
          /Digital Currency Address|Vessel Call Sign|IMO|MMSI|BIK|SWIFT|D-U-N-S|Tail Number|Serial Number/i.test(name)
            ? texts.map((value) => ({ type: name, value }))
            : [],
        ),
      ],
    })
  }
}

/** The names of an identity, in the order in which OFAC writes them: the family's name first. */
function namesOf(identity: Element, type: EntryType, book: Book): ListedName[] {
  const groups = new Map(
    allOf(identity, 'NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup').map((group) => [
      attributeOf(group, 'ID') ?? '',
      valueOf(book, 'NamePartType', attributeOf(group, 'NamePartTypeID')) ?? '',
    ]),
  )
  return allOf(identity, 'Alias').flatMap((alias) => {
    const isPrimary = attributeOf(alias, 'Primary') === 'true'
    const weak = attributeOf(alias, 'LowQuality') === 'true' && !isPrimary ? (true as const) : undefined
    return allOf(alias, 'DocumentedName').map((documented, n) => {
      const parts = allOf(documented, 'DocumentedNamePart', 'NamePartValue').map((part) => ({
        text: part.text.trim(),
        kind: groups.get(attributeOf(part, 'NamePartGroupID') ?? '') ?? '',
      }))
      const family = parts.filter(({ kind }) => /^last name/i.test(kind)).map(({ text }) => text)
      const given = parts.filter(({ kind }) => !/^last name/i.test(kind)).map(({ text }) => text)
      const isSplit = type === 'individual' && family.length > 0 && given.length > 0
      const name = isSplit ? `${family.join(' ')}, ${given.join(' ')}` : parts.map(({ text }) => text).join(' ')
      // further ones are the name in other scripts
      const kind = isPrimary && n === 0 ? 'primary' : (KINDS[attributeOf(alias, 'AliasTypeID') ?? ''] ?? 'aka')
      return { kind, name, isWeak: weak }
    })
  })
}

function featureOf(feature: Element, book: Book) {
  const id = attributeOf(feature, 'FeatureTypeID') ?? ''
  const versions = allOf(feature, 'FeatureVersion')
  return {
    type: valueOf(book, 'FeatureType', id) ?? FEATURES[id] ?? '',
    dates: versions.flatMap((version) => allOf(version, 'DatePeriod').map(periodOf)),
    places: versions.flatMap((version) =>
      allOf(version, 'VersionLocation').flatMap((one) => book.places.get(attributeOf(one, 'LocationID') ?? '') ?? []),
    ),
    texts: versions.flatMap((version) =>
      allOf(version, 'VersionDetail').flatMap(
        (one) => valueOf(book, 'DetailReference', attributeOf(one, 'DetailReferenceID')) ?? (one.text.trim() || []),
      ),
    ),
  }
}

/** A day, or a span of years: both have a start and an end, each from and to. */
function periodOf(period: Element): string {
  const at = (...path: string[]) => {
    const point = firstOf(period, ...path)
    return ['Year', 'Month', 'Day'].map((name) => textOf(point, name)?.padStart(2, '0') ?? '')
  }
  const [from, to] = [at('Start', 'From'), at('End', 'To')]
  if (from.join() === to.join() || to[0] === '') return from.filter(Boolean).join('-')
  return from[0] === to[0] ? (from[0] ?? '') : `${from[0]} to ${to[0]}`
}

/** Programs are comments of the measure of type 1. */
function readSanctions(element: Element, list: EntryCollector, partyOf: ReadonlyMap<string, string>, book: Book): void {
  const profile = attributeOf(element, 'ProfileID') ?? ''
  const id = partyOf.get(profile)
  if (id === undefined) {
    list.report(profile, 'sanctions of a profile that the list does not have')
    return
  }
  const programs = allOf(element, 'SanctionsMeasure').flatMap((measure) => textOf(measure, 'Comment') ?? [])
  const known = programs.map((program) => valueOf(book, 'SanctionsProgram', program) ?? program)
  list.add(id, { programs: known })
}
