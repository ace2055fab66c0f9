/** Reads the UK sanctions list and OFSI's consolidated list, each in CSV or XML. */
import { readCountries } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, isWeak, readGender, type EntryType, type ReadEntries } from './entry.ts'
import { rowsByHeader } from './table.ts'
import { allOf, readXmlElements, textOf, textsOf, type Element } from '#server/text/xml.ts'

/** The family's name is the sixth. */
const ORDER = [1, 2, 3, 4, 5, 6]

function typeOf(text: string | undefined): EntryType {
  const letter = text?.trim().toLowerCase()[0]
  return letter === 'i' ? 'individual' : letter === 's' ? 'vessel' : 'entity'
}

/** One row for every name of an entry, in either CSV. */
export function readUkCsv(text: string): ReadEntries {
  const list = new EntryCollector()
  const table = rowsByHeader(text, { header: /^name 6$/i })
  for (const row of table.rows) {
    const kind = row('name type') ?? row('alias type') ?? ''
    const script = row('name non-latin script')
    const name = ORDER.flatMap((n) => row(`name ${n}`) ?? []).join(' ')
    const address = [1, 2, 3, 4, 5, 6].flatMap((n) => row(`address line ${n}`) ?? row(`address ${n}`) ?? [])
    const where = row('address country') ?? row('country')
    const passport = row('passport number')
    const national = row('national identifier number') ?? row('national identification number')
    list.add(row('unique id') ?? row('group id') ?? '', {
      type: typeOf(row('individual, entity, ship') ?? row('designation type') ?? row('group type')),
      programs: [row('regime name') ?? row('regime') ?? ''],
      title: row('position') ?? row('title') ?? null,
      remarks: row('other information') ?? row('uk statement of reasons') ?? null,
      names: [
        ...(name
          ? [
              {
                kind:
                  /^primary name$|^prime/i.test(kind) && !/variation/i.test(kind)
                    ? ('primary' as const)
                    : ('aka' as const),
                name,
                isWeak: isWeak(row('alias strength') ?? row('alias quality')),
              },
            ]
          : []),
        ...(script ? [{ kind: 'aka' as const, name: script }] : []),
      ],
      addresses: [[...address, where ?? []].flat().join(', ')],
      ...birthsIn(row('d.o.b') ?? row('dob')),
      countries: readCountries(row('nationality(/ies)'), row('nationality'), where),
      genders: readGender(row('gender')),
      identifiers: [
        ...(passport ? [{ type: 'Passport', value: passport }] : []),
        ...(national ? [{ type: 'National identifier', value: national }] : []),
        ...numbered('IMO number', row('imo number')),
        ...numbered('Registration', row('business registration number (s)') ?? row('business registration number')),
      ],
    })
  }
  for (const { id, reason } of table.faults) list.report(id, reason)
  return list.done(table.unread())
}

/** Several numbers of a field. */
const numbered = (type: string, text: string | undefined) =>
  (text ?? '').split(/[;,]/).flatMap((value) => (value.trim() === '' ? [] : [{ type, value: value.trim() }]))

/** OFSI's consolidated list: one element for every name of an entry, as the rows of its CSV. */
export function readOfsiXml(text: string): ReadEntries {
  const list = new EntryCollector()
  const { unread } = readXmlElements(text, new Set(['FinancialSanctionsTarget']), (target) => {
    const script = textOf(target, 'NameNonLatinScript')
    const name = ORDER.flatMap((n) => textOf(target, `name${n}`) ?? textOf(target, `Name${n}`) ?? []).join(' ')
    const address = [1, 2, 3, 4, 5, 6].flatMap((n) => textOf(target, `Address${n}`) ?? [])
    const where = textOf(target, 'Country')
    const numberOf = (type: string, of: string) => textsOf(target, of).map((value) => ({ type, value }))
    list.add(textOf(target, 'GroupID') ?? '', {
      type: typeOf(textOf(target, 'GroupTypeDescription')),
      programs: textsOf(target, 'RegimeName'),
      title: textOf(target, 'Individual_Position') ?? textOf(target, 'Title') ?? null,
      remarks: textOf(target, 'OtherInformation') ?? textOf(target, 'UKStatementOfReasons') ?? null,
      names: [
        {
          kind: /^primary name$/i.test(textOf(target, 'AliasType') ?? '') ? 'primary' : 'aka',
          name,
          isWeak: isWeak(textOf(target, 'AliasQuality')),
        },
        ...(script ? [{ kind: 'aka' as const, name: script }] : []),
      ],
      addresses: [[...address, where ?? []].flat().join(', ')],
      ...birthsIn(textOf(target, 'Individual_DateOfBirth')),
      countries: readCountries(textOf(target, 'Individual_Nationality'), where),
      genders: readGender(textOf(target, 'Individual_Gender')),
      identifiers: [
        ...numberOf('Passport', 'Individual_PassportNumber'),
        ...numberOf('National identifier', 'Individual_NINumber'),
        ...numberOf('Registration', 'Entity_BusinessRegNumber'),
        ...numberOf('IMO number', 'Ship_IMONumber'),
      ],
    })
  })
  return list.done(unread)
}

export function readUkXml(text: string): ReadEntries {
  const list = new EntryCollector()
  const { unread } = readXmlElements(text, new Set(['Designation']), (entry) => take(list, entry))
  return list.done(unread)
}

function take(list: EntryCollector, entry: Element): void {
  const individual = allOf(entry, 'IndividualDetails', 'Individual')[0]
  const of = (...path: readonly string[]) => (individual ? textsOf(individual, ...path) : [])
  const addresses = allOf(entry, 'Addresses', 'Address')
  list.add(textOf(entry, 'UniqueID') ?? '', {
    type: typeOf(textOf(entry, 'IndividualEntityShip')),
    programs: textsOf(entry, 'RegimeName'),
    title: of('Positions', 'Position').join('; ') || null,
    remarks: textOf(entry, 'OtherInformation') ?? null,
    names: [
      ...allOf(entry, 'Names', 'Name').map((one) => ({
        kind: /^primary name$/i.test(textOf(one, 'NameType') ?? '') ? ('primary' as const) : ('aka' as const),
        name: ORDER.flatMap((n) => textOf(one, `Name${n}`) ?? []).join(' '),
        isWeak: isWeak(textOf(one, 'AliasStrength')),
      })),
      ...textsOf(entry, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript').map((name) => ({
        kind: 'aka' as const,
        name,
      })),
    ],
    addresses: addresses.map((one) =>
      [...[1, 2, 3, 4, 5, 6].map((n) => `AddressLine${n}`), 'AddressCountry']
        .flatMap((name) => textOf(one, name) ?? [])
        .join(', '),
    ),
    ...birthsIn(...of('DOBs', 'DOB')),
    countries: readCountries(
      ...of('Nationalities', 'Nationality'),
      ...addresses.map((one) => textOf(one, 'AddressCountry')),
    ),
    genders: of('Genders', 'Gender').flatMap((gender) => readGender(gender)),
    identifiers: [
      ...of('PassportDetails', 'Passport', 'PassportNumber').map((value) => ({ type: 'Passport', value })),
      ...of('NationalIdentifierDetails', 'NationalIdentifier', 'NationalIdentifierNumber').map((value) => ({
        type: 'National identifier',
        value,
      })),
      ...textsOf(entry, 'ShipDetails', 'Ship', 'IMONumbers', 'IMONumber').map((value) => ({
        type: 'IMO number',
        value,
      })),
    ],
  })
}
