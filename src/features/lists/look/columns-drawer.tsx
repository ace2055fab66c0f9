/** The drawer 'columns': which columns a list has, in which order, how wide. */
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { LEAST_WIDTH, MOST_WIDTH } from '#src/ui/list/drag-column.ts'
import { columnsOf, type Columns } from './columns.ts'
import type { LookList } from './look.ts'

interface Choice {
  id: string
  title: string
  isShown: boolean
  /** Null for the width that there is room for. */
  width: number | null
  usual: number
}

/** Visible columns in order, then hidden ones. */
function choicesOf({ all, chosen }: Columns): Choice[] {
  const available = all()
  const texts = chosen()
  const shown = texts.length > 0 ? texts : available.map(({ id }) => id)
  const known = new Map(available.map((one) => [one.id, one]))
  const make = (text: string, isShown: boolean): Choice[] => {
    const [id = '', width] = text.split(':')
    const column = known.get(id)
    known.delete(id)
    return column
      ? [{ id, title: column.title, isShown, width: width ? Number(width) : null, usual: column.width }]
      : []
  }
  return [...shown.flatMap((text) => make(text, true)), ...[...known.keys()].flatMap((id) => make(id, false))]
}

export function ColumnsDrawer({ value: { list } }: { value: { list: LookList } }) {
  const columns = columnsOf(list)
  // the commands of its list could not be loaded
  if (!columns) return <p role="alert">The columns of this list are not there. Open the list and try again.</p>
  return <ColumnsForm columns={columns} />
}

function ColumnsForm({ columns }: { columns: Columns }) {
  const navigate = useNavigate()
  const [choices, setChoices] = useState(() => choicesOf(columns))
  const save = (chosen: readonly string[]) => columns.save(chosen, (to) => void navigate({ to }))
  const change = (next: Choice[]) => {
    const shown = next.filter(({ isShown }) => isShown)
    // a list without a column is none
    if (shown.length === 0) return
    setChoices(next)
    save(shown.map(({ id, width }) => (width === null ? id : `${id}:${width}`)))
  }
  const set = (at: number, part: Partial<Choice>) =>
    change(choices.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const move = (at: number, by: 1 | -1) => {
    const to = at + by
    const one = choices[at]
    if (!one || to < 0 || to >= choices.length) return
    const held = document.activeElement
    change(choices.toSpliced(at, 1).toSpliced(to, 0, one))
    // a row that changes its place loses the focus
    if (held instanceof HTMLElement) queueMicrotask(() => held.focus())
  }
  const handleKey = (at: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        Alt+↑ and Alt+↓ move a column. A column without a width fills the space that is left.
      </p>
      <ul aria-label="Columns" className="grid gap-1">
        {choices.map(({ id, title, isShown, width, usual }, at) => (
          <li key={id} className="flex items-center gap-2" onKeyDown={handleKey(at)}>
            <label className="flex grow items-center gap-2">
              <input type="checkbox" checked={isShown} onChange={() => set(at, { isShown: !isShown })} />
              {title}
            </label>
            <input
              type="number"
              className="input w-20"
              aria-label={`Width of ${title}, pixels`}
              min={LEAST_WIDTH}
              max={MOST_WIDTH}
              step={10}
              placeholder={String(usual)}
              value={width ?? ''}
              onChange={({ target }) => {
                const next = Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber
                const isFit = next === null || (next >= LEAST_WIDTH && next <= MOST_WIDTH)
                if (isFit) set(at, { width: next && Math.round(next) })
                else setChoices(choices.map((one, i) => (i === at ? { ...one, width: next } : one)))
              }}
            />
            <IconButton icon={ArrowUp} label={`${title}: earlier`} onClick={() => move(at, -1)} />
            <IconButton icon={ArrowDown} label={`${title}: later`} onClick={() => move(at, 1)} />
          </li>
        ))}
      </ul>
      <div>
        <Button
          onClick={() => {
            save([])
            setChoices(choicesOf(columns))
          }}
        >
          Reset columns
        </Button>
      </div>
    </div>
  )
}
