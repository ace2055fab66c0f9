import { formatDateTimeAmPm, splitDate } from '#src/format/date.ts'

/**
 * A moment as the back office writes it, `YYYY-MM-DD HH:mm:ss`: the first ten characters are the date, characters 11
 * to 19 the time. Compact shows the date alone; the tooltip has both, with AM and PM.
 */
export function DateDisplay({ value, isCompact = false }: { value: string; isCompact?: boolean }) {
  const { date, time } = splitDate(value)
  const isShort = isCompact || time === ''
  return (
    <time
      dateTime={time === '' ? date : `${date}T${time}Z`}
      title={time === '' ? undefined : `${formatDateTimeAmPm(value)} UTC`}
    >
      {date}
      {!isShort && <span className="ml-1.5 text-muted">{time}</span>}
    </time>
  )
}
