import { useEffect, useRef, type ReactNode } from 'react'
import { Table } from '#src/ui/list/table.tsx'
import { ToneMark } from './tag.tsx'

interface ContestRow {
  key: string
  label: string
  before: ReactNode
  theirs: ReactNode
  yours: ReactNode
  /** The chosen side of a conflict; `together` needs no choice. */
  by: 'them' | 'you' | 'both' | 'together'
}

interface MergeConflictProps {
  /** The author of the other change: "Ines changed it since you began". */
  title: string
  rows: readonly ContestRow[]
  /** By key; yours by default. */
  chosen: Readonly<Record<string, 'theirs' | 'yours'>>
  onChoose: (key: string, whose: 'theirs' | 'yours') => void
  /** The buttons that resolve the conflict. */
  children: ReactNode
}

/** Two people changed one thing: what each did, place by place. Nothing of either is lost until one chooses. */
export function MergeConflict({ title, rows, chosen, onChoose, children }: MergeConflictProps) {
  const isOpen = rows.some(({ by }) => by === 'both')
  const section = useRef<HTMLElement>(null)
  // it appears above what is being written, often out of view: nothing can be saved before it is settled
  useEffect(() => {
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      role="alert"
      aria-label="Changed by somebody else"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-raised p-3 outline-none"
    >
      <p className="flex items-baseline gap-1.5 font-medium">
        <span className="text-warn">
          <ToneMark tone="warn" />
        </span>
        {title}. Nothing of yours is lost
        {isOpen ? ': choose a version where you both changed the same value.' : ', and you changed other places.'}
      </p>
      <div className="overflow-x-auto">
        <Table
          label="Original, theirs and yours"
          columns={['Field', 'Original', 'Theirs', 'Yours', 'Result']}
          rows={rows.map(({ key, label, before, theirs, yours, by }) => ({
            key,
            isMarked: by === 'both',
            cells: [
              label,
              <Cell key="before">{before}</Cell>,
              <Cell key="theirs">{theirs}</Cell>,
              <Cell key="yours">{yours}</Cell>,
              <Stands
                key="stands"
                by={by}
                name={label}
                whose={chosen[key] ?? 'yours'}
                onChoose={(whose) => onChoose(key, whose)}
              />,
            ],
          }))}
        />
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <span className="wrap-anywhere whitespace-pre-wrap">{children === '' ? '–' : children}</span>
)

interface StandsProps extends Pick<ContestRow, 'by'> {
  name: string
  whose: 'theirs' | 'yours'
  onChoose: (whose: 'theirs' | 'yours') => void
}

const STANDS = { them: 'Theirs', you: 'Yours', together: 'Both' } as const

function Stands({ by, name, whose, onChoose }: StandsProps) {
  if (by !== 'both') return STANDS[by]
  return (
    <span role="group" aria-label={`Version of ${name} to keep`} className="flex flex-wrap gap-1">
      {(['theirs', 'yours'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={whose === one}
          className={`button ${whose === one ? 'bg-tint' : ''}`}
          onClick={() => onChoose(one)}
        >
          {one === 'theirs' ? 'Theirs' : 'Yours'}
        </button>
      ))}
    </span>
  )
}
