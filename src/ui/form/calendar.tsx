// A month to choose a day from with the mouse; the field beside it does the same by keys.
import { Popover } from '@base-ui/react/popover'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { moveDay } from '#src/format/date.ts'
import { dayText } from '#src/format/day.ts'
import { IconButton } from '#src/ui/icon-button.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface CalendarProps {
  /** The day that is marked, `YYYY-MM-DD`. */
  day: string
  isDisabled: boolean
  onChoose: (day: string) => void
}

export function Calendar({ day, isDisabled, onChoose }: CalendarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={<IconButton icon={CalendarDays} label="Open the calendar" />}
        disabled={isDisabled}
        tabIndex={-1}
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} className="z-50">
          <Popover.Popup aria-label="Calendar" className="overlay rounded-md p-2">
            <Month
              key={day}
              day={day}
              onChoose={(chosen) => {
                setOpen(false)
                onChoose(chosen)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The days of the weeks that a month touches. */
function daysOf(month: string): string[] {
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 42 }, (_, index) => moveDay(first, { days: index - before }))
}

function Month({ day, onChoose }: Pick<CalendarProps, 'day' | 'onChoose'>) {
  const [month, setMonth] = useState(day.slice(0, 7))
  const step = (months: number) => setMonth(moveDay(`${month}-01`, { months }).slice(0, 7))
  const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <IconButton icon={ChevronLeft} label="The month before" onClick={() => step(-1)} />
        <span aria-live="polite">{name}</span>
        <IconButton icon={ChevronRight} label="The month after" onClick={() => step(1)} />
      </div>
      <div role="group" aria-label={name} className="grid grid-cols-7 text-center text-list tabular-nums">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} aria-hidden="true" className="p-1 text-label text-muted">
            {weekday}
          </span>
        ))}
        {daysOf(month).map((one) => (
          <button
            key={one}
            type="button"
            aria-label={`${dayText(one)} ${one.slice(0, 4)}`}
            aria-current={one === day ? 'date' : undefined}
            className={`min-h-6 min-w-8 p-1 hover:bg-tint ${one.startsWith(month) ? '' : 'text-muted'} ${one === day ? 'bg-tint font-semibold' : ''}`}
            onClick={() => onChoose(one)}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
    </>
  )
}
