import type { Allowlist, AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import { countOf } from '#src/format/count.ts'
import { formatCount } from '#src/format/count.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { markColumn } from '#src/ui/list/mark-column.tsx'
import { expiryOf, expiryText } from './expiry.ts'
import { clientText } from './labels.ts'

const MARKS: Partial<Record<AllowlistExpiry, 'warn' | 'stop'>> = { ending: 'warn', ended: 'stop' }

/** `open`: how many open alerts each of them covers; undefined before that is known. */
export const columnsAt = (
  today: string,
  open: ReadonlyMap<string, number> | undefined,
): readonly ListColumn<Allowlist>[] => [
  // the text of its expiry says it
  markColumn({ toneOf: (row) => (row.approval ? 'accent' : (MARKS[expiryOf(row, today)] ?? 'plain')) }),
  { id: 'name', header: 'Name', width: 190, grow: 3, text: ({ name }) => name },
  { id: 'rule', header: 'Rule', width: 150, grow: 2, text: ({ ruleName }) => ruleName },
  { id: 'client', header: 'Client', width: 150, grow: 2, text: clientText },
  {
    id: 'period',
    header: 'Period',
    width: 206,
    hideBelow: 1024,
    text: ({ startDate, endDate }) => (endDate === null ? `from ${startDate}` : `${startDate} – ${endDate}`),
  },
  {
    id: 'end',
    header: 'Ends',
    width: 148,
    text: (row) => (row.approval ? 'Pending approval' : expiryText(row, today)),
  },
  {
    id: 'open',
    header: 'Still open',
    width: 84,
    align: 'end',
    text: ({ id }) => (open ? formatCount(open.get(id) ?? 0) : ''),
    spoken: ({ id }) => (open ? countOf(open.get(id) ?? 0, 'open alert') : ''),
  },
  {
    id: 'hits',
    header: 'Suppressed',
    width: 92,
    align: 'end',
    hideBelow: 820,
    text: ({ hits }) => formatCount(hits ?? 0),
    spoken: ({ hits }) => `suppressed ${countOf(hits ?? 0, 'hit')}`,
  },
  { id: 'author', header: 'By', width: 120, grow: 1, hideBelow: 1200, text: ({ author }) => author },
]
