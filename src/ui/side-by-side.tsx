import type { ReactNode } from 'react'
import { Table } from '#src/ui/list/table.tsx'
import { ToneMark } from './tag.tsx'

export interface SideBySideProps {
  /** The event: "Ines changed it since you began". */
  title: string
  rows: readonly { label: string; theirs: string; yours: string }[]
  /** The buttons that resolve the conflict. */
  children: ReactNode
}

/** Two people changed one thing: what is there now beside what was being written, and nothing of either is lost. */
export function SideBySide({ title, rows, children }: SideBySideProps) {
  return (
    <section role="alert" className="grid gap-3 rounded-md border border-line bg-raised p-3">
      <p className="flex items-baseline gap-1.5 font-medium">
        <span className="text-warn">
          <ToneMark tone="warn" />
        </span>
        {title}
      </p>
      <Table
        label="Theirs and yours"
        columns={['Field', 'Theirs', 'Yours']}
        rows={rows.map(({ label, theirs, yours }) => ({
          key: label,
          cells: [label, <Lines key="theirs" text={theirs} />, <Lines key="yours" text={yours} />],
        }))}
      />
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

const Lines = ({ text }: { text: string }) => <span className="whitespace-pre-wrap">{text || '–'}</span>
