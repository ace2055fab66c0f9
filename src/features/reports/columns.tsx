import type { ReportRow } from '#contract/model/report.ts'
import type { Names } from '#src/data/names.ts'
import { formatAmount } from '#src/format/amount.ts'
import { partyLine, serviceName, serviceShort } from '#src/format/name.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'

type Party = 'originator' | 'client' | 'counterparty'

/** A party of a row: its name, capitalised type and country. */
export function partyOf(row: ReportRow, party: Party, names: Names): string {
  const parts = {
    originator: { name: row.originator_name, type: row.originator_type, country: row.originator_country },
    client: { name: row.client_name, type: row.client_type, country: row.client_country },
    counterparty: { name: row.counter_party, type: row.counter_party_type, country: row.counter_party_country },
  }[party]
  return partyLine(parts, names.countries)
}

/** The columns of the report. Widths are in pixels; the parties take what is left. */
export const reportColumns = (names: Names): readonly ListColumn<ReportRow>[] => [
  { id: 'id', header: 'ID', width: 96, text: ({ id }) => id },
  { id: 'at', header: 'Date (UTC)', width: 152, hideBelow: 400, text: (row) => row.transaction_utc_date },
  {
    id: 'service',
    header: 'Service',
    width: 104,
    hideBelow: 820,
    text: (row) => serviceShort(row.transaction_type, names.services),
    spoken: (row) => serviceName(row.transaction_type, names.services),
  },
  {
    id: 'usd',
    header: 'USD',
    width: 96,
    align: 'end',
    text: (row) => formatAmount(row.transaction_usd_amount),
  },
  {
    id: 'originator',
    header: 'Originator',
    width: 110,
    grow: 2,
    // there in a window of 1440 pixels with the totals beside it
    hideBelow: 900,
    text: (row) => partyOf(row, 'originator', names),
  },
  { id: 'client', header: 'Client', width: 90, grow: 2, text: (row) => partyOf(row, 'client', names) },
  {
    id: 'counterparty',
    header: 'Counterparty',
    width: 120,
    grow: 2,
    hideBelow: 600,
    text: (row) => partyOf(row, 'counterparty', names),
  },
  { id: 'case', header: 'Case', width: 96, text: (row) => row.monitoring_case_id ?? '–' },
]
