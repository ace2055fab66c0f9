import type { ReactNode } from 'react'
import { Table } from './table.tsx'
import { ToneMark } from './tag.tsx'

interface ContestRow {
  key: string
  label: string
  before: ReactNode
  theirs: ReactNode
  yours: ReactNode
  /** Whose stands: where both changed it, as was chosen; `together` needs no choice. */
  by: 'them' | 'you' | 'both' | 'together'
}

interface ContestsProps {
  /** Who did it: "Ines changed it since you began". */
  title: string
  rows: readonly ContestRow[]
  /** By key; yours where nothing is chosen. */
  chosen: Readonly<Record<string, 'theirs' | 'yours'>>
  onChoose: (key: string, whose: 'theirs' | 'yours') => void
  /** The ways out. */
  children: ReactNode
}

/** Two people changed one thing: what each did, place by place. Nothing of either is lost until one chooses. */
export function Contests({ title, rows, chosen, onChoose, children }: ContestsProps) {
  const isOpen = rows.some(({ by }) => by === 'both')
  return (
    <section
      role="alert"
      aria-label="Changed by somebody else"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-raised p-3"
    >
      <p className="flex items-baseline gap-1.5 font-medium">
        <span className="text-warn">
          <ToneMark tone="warn" />
        </span>
        {title}. Nothing of yours is lost
        {isOpen ? ': choose whose stands where you both changed the same.' : ', and you changed other places.'}
      </p>
      <div className="overflow-x-auto">
        <Table
          label="When you began, theirs and yours"
          columns={['Field', 'When you began', 'Theirs', 'Yours', 'What stands']}
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
    <span role="group" aria-label={`Whose ${name} stands`} className="flex flex-wrap gap-1">
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
