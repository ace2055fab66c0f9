// The changes of a model configuration with authors, newest first.
import { useQuery } from '@tanstack/react-query'
import type { ConfigSetChange } from '#contract/model/config-set.ts'
import { useData } from '#src/data/data.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Table } from '#src/ui/list/table.tsx'
import { modelSettingQueries } from './queries.ts'

/** The maximum number of values named per change. */
const NAMED = 8

function some(values: readonly string[], word: string): string {
  if (values.length === 0) return ''
  const more = values.length - NAMED
  return `${word} ${values.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${countOf(more, 'other')}` : ''}`
}

function changeWords({ version, name, comment, added, removed }: ConfigSetChange): string {
  const isFirst = version === 1
  const parts = [
    isFirst ? 'made' : name !== null && `named “${name}”`,
    some(added, isFirst ? 'with' : 'added'),
    some(removed, 'removed'),
    !isFirst && comment !== null && 'comment changed',
  ]
  return parts.filter(Boolean).join('; ') || 'nothing'
}

export function History({ platform, id }: { platform: string; id: string }) {
  const { api } = useData()
  const { data } = useQuery(modelSettingQueries.history(api, platform, id))
  // a server without a history answers an empty list
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="History" className="max-w-[720px] p-4 pt-0">
      <h3 className="mb-1 text-label font-medium text-muted">History</h3>
      <Table
        label="History"
        columns={['When (UTC)', 'Who', 'What changed']}
        rows={data.items.map((change) => ({
          key: String(change.version),
          cells: [formatDateTime(change.at), change.by.name, changeWords(change)],
        }))}
      />
    </section>
  )
}
