/** Reads the dates of a query. */
import { Refusal } from './handlers.ts'

const DAY = 86_400_000
const FORM = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/

/**
 * Start and end of a filter, both inclusive: a day means all of it, a second all of it. Answers the first moment and
 * the moment after the last; null where a side is empty. Refuses with 400 what is no date of the calendar.
 */
export function readDates(field: string, dates: readonly string[] | undefined): readonly [Date | null, Date | null] {
  const [start = '', end = ''] = dates ?? []
  return [read(field, start)?.from ?? null, read(field, end)?.to ?? null]
}

function read(field: string, text: string): { from: Date; to: Date } | null {
  if (text === '') return null
  const [, day = '', time] = FORM.exec(text) ?? []
  const from = new Date(`${day}T${time ?? '00:00:00'}Z`)
  // the calendar forgives 31 February, a filter does not
  if (Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== day) {
    throw new Refusal(400, `${field}: ${text} is not YYYY-MM-DD or YYYY-MM-DD HH:mm:ss`)
  }
  return { from, to: new Date(from.getTime() + (time ? 1000 : DAY)) }
}
