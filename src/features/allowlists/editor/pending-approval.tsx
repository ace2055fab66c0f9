// The pending approval of an allowlist: author, time, and differences.
import { useQuery } from '@tanstack/react-query'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { allowlistQueries } from '#src/features/allowlists/queries.ts'
import { placeLabel, valueText } from '#src/features/allowlists/labels.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Table } from '#src/ui/list/table.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { differing, draftOf } from './draft.ts'

type Pending = NonNullable<Allowlist['approval']>

const WORDS = { place: placeLabel, value: valueText }

function wordsOf({ by, at, kind }: Pending, isNew: boolean): string {
  const asked = `${by.name}, ${formatDateTime(at)}:`
  if (kind === 'allowlistResolve')
    return `${asked} proposes to resolve the alerts it covers. They stay open until then.`
  return isNew
    ? `${asked} proposes this allow list. It takes effect once approved.`
    : `${asked} proposes a change. What is below stays in force until it is approved.`
}

export function PendingApproval({ saved, approval }: { saved: Allowlist; approval: Pending }) {
  const { api } = useData()
  const query = useQuery(allowlistQueries.history(api, saved.platform, saved.id))
  const proposed = query.data?.items.find(({ review }) => review === 'open')
  const isNew = saved.review === 'open'
  const changes = proposed && !isNew ? differing(draftOf(proposed), draftOf(saved), WORDS) : []
  return (
    <section aria-label="Proposal" className="grid gap-2 rounded-md border border-line bg-raised p-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="flex min-w-0 grow items-baseline gap-1.5 font-medium">
          <span className="text-accent">
            <ToneMark tone="accent" />
          </span>
          {wordsOf(approval, isNew)}
        </p>
        <CommandButton command="nav.approvals">Approvals</CommandButton>
      </div>
      {changes.length > 0 && (
        <Table
          label="Proposed change"
          columns={['Field', 'Now', 'Proposed']}
          rows={changes.map(({ label, theirs, yours }) => ({
            key: label,
            cells: [label, theirs || '–', yours || '–'],
          }))}
        />
      )}
    </section>
  )
}
