/** Reads the consolidated financial sanctions list of the European Union (FSF), in XML or CSV. */
import { readCountries, readCountry } from './countries.ts'
import { readBirths } from './dates.ts'
import { EntryCollector, readGender, type ReadEntries } from './entry.ts'
import { rowsByHeader } from './table.ts'
import { allOf, readElements, type Element } from './xml.ts'

export function readEuXml(text: string): ReadEntries {
  const list = new EntryCollector()
  readElements(text, new Set(['sanctionEntity']), (entry) => take(list, entry))
  return list.done()
}

const attributesOf = (entry: Element, name: string) => allOf(entry, name).map(({ attributes }) => attributes)

function take(list: EntryCollector, entry: Element): void {
  const names = attributesOf(entry, 'nameAlias')
  const births = attributesOf(entry, 'birthdate')
  const type = attributesOf(entry, 'subjectType')[0]?.['code'] ?? ''
  list.add(entry.attributes['euReferenceNumber'] || entry.attributes['logicalId'] || '', {
    type: /person/i.test(type) || type === 'P' ? 'individual' : 'entity',
    programs: attributesOf(entry, 'regulation').flatMap((one) => one['programme'] ?? []),
    title: names.flatMap((one) => one['function'] || one['title'] || []).join('; ') || null,
    remarks:
      allOf(entry, 'remark')
        .map((one) => one.text.trim())
        .join('; ') || null,
    names: names.map((one, n) => ({
      kind: n === 0 ? 'primary' : 'aka',
      name: one['wholeName'] || [one['lastName'], one['firstName']].filter(Boolean).join(', '),
    })),
    addresses: attributesOf(entry, 'address').map((one) =>
      [one['street'], one['city'], one['countryDescription']].filter(Boolean).join(', '),
    ),
    births: births.flatMap((one) => readBirths(one['birthdate'] || one['year'])),
    countries: readCountries(
      ...['citizenship', 'address'].flatMap((name) =>
        attributesOf(entry, name).map((one) => one['countryIso2Code'] || one['countryDescription']),
      ),
    ),
    genders: names.flatMap((one) => readGender(one['gender'])),
    identifiers: attributesOf(entry, 'identification').map((one) => ({
      type: one['identificationTypeDescription'] || one['identificationTypeCode'] || 'id',
      value: one['number'] || one['latinNumber'] || '',
      country: readCountry(one['countryIso2Code']),
    })),
  })
}

/** One row for every name, date and paper of an entry. */
export function readEuCsv(text: string): ReadEntries {
  const list = new EntryCollector()
  const seen = new Set<string>()
  for (const row of rowsByHeader(text, { delimiter: ';' })) {
    const id = row['entity_eu_referencenumber'] || row['entity_logicalid'] || ''
    const type = row['entity_subjecttype'] ?? ''
    const name =
      row['namealias_wholename'] || [row['namealias_lastname'], row['namealias_firstname']].filter(Boolean).join(', ')
    list.add(id, {
      type: /^p/i.test(type) ? 'individual' : 'entity',
      programs: [row['entity_regulation_programme'] ?? ''],
      title: row['namealias_function'] || null,
      remarks: row['entity_remark'] || null,
      names: name ? [{ kind: seen.has(id) ? 'aka' : 'primary', name }] : [],
      addresses: [
        [row['address_street'], row['address_city'], row['address_countrydescription']].filter(Boolean).join(', '),
      ],
      births: readBirths(row['birthdate_birthdate'] || row['birthdate_year']),
      countries: readCountries(row['citizenship_countryiso2code'], row['address_countryiso2code']),
      genders: readGender(row['namealias_gender']),
      identifiers: [
        {
          type: row['identification_typedescription'] || 'id',
          value: row['identification_number'] ?? '',
          country: readCountry(row['identification_countryiso2code']),
        },
      ],
    })
    if (name) seen.add(id)
  }
  return list.done()
}
