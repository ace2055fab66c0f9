/** Reads the Consolidated Screening List of the United States (trade.gov), in CSV: the lists of several departments. */
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, readGender, type EntryType, type Identifier, type ReadEntries } from './entry.ts'
import { rowsByHeader } from './table.ts'

const TYPES: Readonly<Record<string, EntryType>> = { individual: 'individual', vessel: 'vessel', aircraft: 'aircraft' }

const listed = (text: string | undefined) => (text ?? '').split(/;\s*/).flatMap((part) => part.trim() || [])

/** One row for each entry; several values of a field are separated by semicolons. */
export function readUsConsolidated(text: string): ReadEntries {
  const list = new EntryCollector()
  const table = rowsByHeader(text, { header: /^alt_names$/i })
  for (const row of table.rows) {
    const identifiers = listed(row('ids')).map(identifierOf)
    const addresses = listed(row('addresses'))
    list.add(row('_id') ?? row('entity_number') ?? '', {
      type: TYPES[row('type')?.toLowerCase() ?? ''] ?? 'entity',
      programs: [row('source') ?? '', ...listed(row('programs'))],
      title: row('title') ?? null,
      remarks: row('remarks') ?? null,
      names: [
        { kind: 'primary', name: row('name') ?? '' },
        ...listed(row('alt_names')).map((name) => ({ kind: 'aka' as const, name })),
      ],
      addresses,
      ...birthsIn(...listed(row('dates_of_birth'))),
      countries: readCountries(
        ...listed(row('nationalities')),
        ...listed(row('citizenships')),
        // an address ends in a country's code
        ...addresses.flatMap((address) => /,\s*([A-Z]{2})$/.exec(address)?.[1] ?? []),
        row('vessel_flag'),
      ),
      genders: identifiers.flatMap(({ type, value }) => (type === 'Gender' ? readGender(value) : [])),
      identifiers: [
        ...identifiers.filter(({ type, value }) => type !== 'Gender' && /\d/.test(value)),
        { type: 'Call sign', value: row('call_sign') ?? '' },
      ],
    })
  }
  for (const { id, reason } of table.faults) list.report(id, reason)
  return list.done(table.unread())
}

/** `Passport, 836238033, KP`. */
function identifierOf(text: string): Identifier {
  const [type = '', value = '', country] = text.split(/,\s*/)
  return { type, value, country: readCountry(country) }
}
