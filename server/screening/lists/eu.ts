/** Reads the consolidated financial sanctions list of the European Union (FSF), in XML or CSV. */
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, isWeak, readGender, type ReadEntries } from './entry.ts'
import { rowsByHeader } from './table.ts'
import { allOf, attributeOf, readXmlElements, type Element } from '#server/text/xml.ts'

export function readEuXml(text: string): ReadEntries {
  const list = new EntryCollector()
  const { unread } = readXmlElements(text, new Set(['sanctionEntity']), (entry) => take(list, entry))
  return list.done(unread)
}

function take(list: EntryCollector, entry: Element): void {
  const names = allOf(entry, 'nameAlias')
  const subject = allOf(entry, 'subjectType')[0]
  const type = attributeOf(subject, 'code') ?? attributeOf(subject, 'classificationCode') ?? ''
  const [own, other] = [attributeOf(entry, 'euReferenceNumber'), attributeOf(entry, 'logicalId')]
  list.add(own || other || '', {
    type: /person/i.test(type) || type === 'P' ? 'individual' : 'entity',
    programs: allOf(entry, 'regulation').flatMap((one) => attributeOf(one, 'programme') ?? []),
    title: names.flatMap((one) => attributeOf(one, 'function') || attributeOf(one, 'title') || []).join('; ') || null,
    remarks:
      allOf(entry, 'remark')
        .map((one) => one.text.trim())
        .join('; ') || null,
    names: names.map((one, n) => ({
      kind: n === 0 ? 'primary' : 'aka',
      name:
        attributeOf(one, 'wholeName') ||
        [attributeOf(one, 'lastName'), attributeOf(one, 'firstName')].filter(Boolean).join(', '),
      // the first is the name that it is listed under
      isWeak: n > 0 ? isWeak(attributeOf(one, 'strong')) : undefined,
    })),
    addresses: allOf(entry, 'address').map((one) =>
      ['street', 'city', 'zipCode', 'countryDescription'].flatMap((name) => attributeOf(one, name) ?? []).join(', '),
    ),
    ...birthsIn(...allOf(entry, 'birthdate').map(birthOf)),
    countries: readCountries(
      ...['citizenship', 'address'].flatMap((name) =>
        allOf(entry, name).map(
          (one) => knownCode(attributeOf(one, 'countryIso2Code')) || attributeOf(one, 'countryDescription'),
        ),
      ),
    ),
    genders: names.flatMap((one) => readGender(attributeOf(one, 'gender'))),
    identifiers: allOf(entry, 'identification').map((one) => ({
      type: attributeOf(one, 'identificationTypeDescription') || attributeOf(one, 'identificationTypeCode') || 'id',
      value: attributeOf(one, 'number') || attributeOf(one, 'latinNumber') || '',
      country: readCountry(knownCode(attributeOf(one, 'countryIso2Code'))),
    })),
  })
}

/** The list writes 00 for a country that it does not know. */
const knownCode = (code: string | undefined) => (code === '00' ? undefined : code)

/** A date, a year and perhaps a month, or a span of years. */
function birthOf(one: Element): string | undefined {
  const [date, year] = [attributeOf(one, 'birthdate'), attributeOf(one, 'year')]
  const [month, from, to] = ['monthOfYear', 'yearRangeFrom', 'yearRangeTo'].map((name) => attributeOf(one, name))
  if (date) return date
  if (from && to) return `${from} to ${to}`
  return year && month ? `${year}-${month.padStart(2, '0')}` : year
}

/** One row for every name, date and paper of an entry. */
export function readEuCsv(text: string): ReadEntries {
  const list = new EntryCollector()
  const seen = new Set<string>()
  const table = rowsByHeader(text)
  for (const row of table.rows) {
    const id = row('entity_eu_referencenumber') || row('entity_logicalid') || ''
    const type = row('entity_subjecttype') ?? ''
    const name =
      row('namealias_wholename') || [row('namealias_lastname'), row('namealias_firstname')].filter(Boolean).join(', ')
    list.add(id, {
      type: /^p/i.test(type) ? 'individual' : 'entity',
      programs: [row('entity_regulation_programme') ?? ''],
      title: row('namealias_function') || null,
      remarks: row('entity_remark') || null,
      names: name
        ? [
            {
              kind: seen.has(id) ? 'aka' : 'primary',
              name,
              isWeak: seen.has(id) ? isWeak(row('namealias_strong')) : undefined,
            },
          ]
        : [],
      addresses: [
        [row('address_street'), row('address_city'), row('address_countrydescription')].filter(Boolean).join(', '),
      ],
      ...birthsIn(row('birthdate_birthdate') || row('birthdate_year')),
      countries: readCountries(row('citizenship_countryiso2code'), row('address_countryiso2code')),
      genders: readGender(row('namealias_gender')),
      identifiers: [
        {
          type: row('identification_typedescription') || 'id',
          value: row('identification_number') ?? '',
          country: readCountry(row('identification_countryiso2code')),
        },
      ],
    })
    if (name) seen.add(id)
  }
  for (const { id, reason } of table.faults) list.report(id, reason)
  return list.done(table.unread())
}
