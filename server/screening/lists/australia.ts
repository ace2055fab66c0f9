/** Reads Australia's consolidated list (DFAT), in CSV. */
import { readCountries } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, isWeak, type EntryType, type ReadEntries } from './entry.ts'
import { rowsByHeader } from './table.ts'

/** How the header of its column of names begins. */
export const AUSTRALIAN = /^name of individual or entity/i

const TYPES: Readonly<Record<string, EntryType>> = { individual: 'individual', vessel: 'vessel', ship: 'vessel' }

/** One row for each name; rows of one entry have its number and a letter, `8801` and `8801a`. */
export function readAustralian(text: string): ReadEntries {
  const list = new EntryCollector()
  const table = rowsByHeader(text, { header: AUSTRALIAN })
  const column = (pattern: RegExp) => table.columns.find((name) => pattern.test(name)) ?? ''
  const [names, birth] = [column(AUSTRALIAN), column(/^date of birth/)]
  for (const row of table.rows) {
    const kind = row('name type') ?? ''
    const isPrimary = /^primary/i.test(kind)
    const imo = row('imo number')
    const sanctions = ['targeted financial sanction', 'travel ban', 'arms embargo', 'maritime restriction'].filter(
      (name) => /^true|^yes/i.test(row(name) ?? ''),
    )
    const type = row('type')?.toLowerCase()
    list.add(row('reference')?.replace(/(?<![a-z])[a-z]+$/i, '') ?? '', {
      ...(type && { type: TYPES[type] ?? 'entity' }),
      programs: [row('committees') ?? '', ...sanctions],
      title: null,
      remarks: row('additional information') ?? null,
      names: [
        {
          kind: isPrimary ? 'primary' : 'aka',
          name: row(names) ?? '',
          isWeak: isPrimary ? undefined : isWeak(row('alias strength')),
        },
      ],
      addresses: [row('address') ?? ''],
      ...birthsIn(row(birth)),
      countries: readCountries(row('citizenship')),
      identifiers: imo ? [{ type: 'IMO number', value: imo }] : [],
    })
  }
  for (const { id, reason } of table.faults) list.report(id, reason)
  return list.done(table.unread())
}
