/** Dates and times as files write them, by the calendar: what does not exist or could be two days is refused by name. */
import { Fault, quoted } from './fault.ts'

export const DATE_ORDERS = ['year first', 'day first', 'month first', 'yymmdd', 'hours', 'days'] as const
/** `yymmdd` has two digits of the year; `hours` and `days` are numbers counted from a start. */
export type DateOrder = (typeof DATE_ORDERS)[number]

export interface MomentForm {
  /** Undefined where nobody said it: then a day that could be a month is refused. */
  order?: DateOrder | undefined
  /** The IANA name of the zone of times without one; UTC by default. */
  zone?: string | undefined
  /** The moment from which `hours` and `days` count. */
  start?: Date | undefined
  /** Later moments are refused. */
  latest: Date
}

const DAY = 86_400_000
/** Before it there is nobody whose payments are on record. */
const EARLIEST_YEAR = 1900
const DATE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:(?:T|,?\s+)(\S.*))?$/i
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*(AM|PM))?(?:\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A moment; `time` is what a second column says. Throws a `Fault` that names what is wrong. */
export function readMoment(text: string | undefined, name: string, form: MomentForm, time?: string): Date {
  const said = (text ?? '').trim()
  if (said === '') throw new Fault(`no ${name}`, `${name} is missing`)
  const fail = (reason: string, message: string) =>
    new Fault(`${name}: ${reason}`, `${name} is not a date: ${quoted(said)} ${message}`.trim())
  if (form.order === 'hours' || form.order === 'days') return counted(said, form, fail)
  const [year, month, day, rest] = form.order === 'yymmdd' ? shortDate(said, form, fail) : longDate(said, form, fail)
  const there = new Date(Date.UTC(2000, month - 1, day))
  there.setUTCFullYear(year, month - 1, day)
  if (there.getUTCMonth() !== month - 1 || there.getUTCDate() !== day)
    throw fail('no such day', 'does not exist in the calendar')
  if (year < EARLIEST_YEAR) throw fail('year out of range', `has the year ${String(year).padStart(4, '0')}`)
  const clock = [rest, time?.trim()].filter(Boolean)
  if (clock.length > 1) throw fail('two times', `has a time, and ${quoted(time ?? '')} is another`)
  const at = clock[0] === undefined ? dayOf(there, form) : timed(there, clock[0], form, fail)
  if (at.getTime() > form.latest.getTime())
    throw fail('in the future', `is later than ${form.latest.toISOString().slice(0, 16).replace('T', ' ')} UTC`)
  return at
}

type Fail = (reason: string, message: string) => Fault
type Parts = [year: number, month: number, day: number, time: string | undefined]

function counted(text: string, { order, start, latest }: MomentForm, fail: Fail): Date {
  if (!/^\d{1,7}$/.test(text)) throw fail('not a number', `is not a number of ${order}`)
  if (start === undefined) throw fail('no start', `is a number of ${order} after a start that nobody named`)
  const at = new Date(start.getTime() + Number(text) * (order === 'hours' ? DAY / 24 : DAY))
  if (at > latest)
    throw fail(
      'in the future',
      `${order} after ${start.toISOString().slice(0, 10)} are later than today: set an earlier start`,
    )
  return at
}

function shortDate(text: string, { latest }: MomentForm, fail: Fail): Parts {
  const [, yy = '', mm = '', dd = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  if (yy === '') throw fail('not YYMMDD', 'is not YYMMDD')
  const century = Math.floor(latest.getUTCFullYear() / 100) * 100
  const year = century + Number(yy)
  return [year > latest.getUTCFullYear() ? year - 100 : year, Number(mm), Number(dd), undefined]
}

function longDate(text: string, { order }: MomentForm, fail: Fail): Parts {
  const compact = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?$/.exec(text)
  if (compact) {
    const [, y, m, d, hour, minute, second] = compact
    return [Number(y), Number(m), Number(d), hour === undefined ? undefined : `${hour}:${minute}:${second ?? '00'}`]
  }
  const worded = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})(?:,?\s+(\S.*))?$/i.exec(text)
  const month = MONTHS.indexOf(worded?.[2]?.toLowerCase() ?? '') + 1
  if (worded && month > 0) return [Number(worded[3]), month, Number(worded[1]), worded[4]]
  const parts = DATE.exec(text)
  if (!parts) throw fail(...numberFault(text))
  const [, first = '', , middle = '', last = '', time] = parts
  if (first.length === 4 && last.length <= 2) return [Number(first), Number(middle), Number(last), time]
  if (first.length > 2 || last.length !== 4) throw fail('year not of four digits', 'has no year of four digits')
  if (order === 'day first') return [Number(last), Number(middle), Number(first), time]
  if (order === 'month first') return [Number(last), Number(first), Number(middle), time]
  throw fail('day or month first', 'may begin with the day or the month ("dates" in the mapping says which)')
}

/** The probable meaning of a number in place of a date. */
function numberFault(text: string): [reason: string, message: string] {
  const value = Number(text)
  if (/^\d{5}(\.\d+)?$/.test(text) && value > 20_000 && value < 80_000) {
    const day = new Date(Date.UTC(1899, 11, 30) + Math.floor(value) * DAY).toISOString().slice(0, 10)
    return ['spreadsheet number', `is a spreadsheet's serial number, perhaps ${day}: export the column as a date`]
  }
  if (/^\d{10}$|^\d{13}$/.test(text))
    return ['seconds since 1970', 'counts seconds since 1970: export the column as a date']
  return ['not a date', '']
}

/** The moment of a day and a time, with the time's zone or the file's. */
function timed(day: Date, text: string, { zone }: MomentForm, fail: Fail): Date {
  const [, h = '', m = '', s = '0', fraction = '', half, offset] = TIME.exec(text) ?? []
  if (h === '') throw fail('not a time', 'has no time that can be read')
  const twelve = half !== undefined
  const [hour, minute, second] = [Number(h), Number(m), Number(s)]
  if (minute > 59 || second > 59 || (twelve ? hour < 1 || hour > 12 : hour > 23))
    throw fail('no such time', 'has a time that does not exist')
  const hours = twelve ? (hour % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0) : hour
  const local = day.getTime() + ((hours * 60 + minute) * 60 + second) * 1000 + Number(`0.${fraction || '0'}`) * 1000
  if (offset !== undefined) {
    const [, sign, oh = '0', om = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
    if (Number(oh) > 14 || Number(om) > 59) throw fail('no such zone', 'has a zone that does not exist')
    const ahead = (Number(oh) * 60 + Number(om)) * 60_000
    return new Date(Math.floor(local) - (sign === '-' ? -ahead : ahead))
  }
  if (zone === undefined || zone === 'UTC') return new Date(Math.floor(local))
  const at = ofZone(Math.floor(local), zone)
  if (at === undefined) throw fail('no such time', `does not exist in ${zone}, whose clocks went forward`)
  return new Date(at)
}

/** The beginning of a day in the zone, where clocks may go forward at midnight. */
function dayOf(day: Date, { zone }: MomentForm): Date {
  if (zone === undefined || zone === 'UTC') return day
  const at = ofZone(day.getTime(), zone) ?? ofZone(day.getTime() + DAY / 24, zone)
  return at === undefined ? day : new Date(at)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The first moment at which clocks of a zone show a local time; undefined for an hour that they skip. */
function ofZone(local: number, zone: string): number | undefined {
  const shown = (at: number) => {
    let format = formats.get(zone)
    if (!format) {
      format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      formats.set(zone, format)
    }
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, h = '0', m = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? []
    const ahead = (Number(h) * 60 + Number(m)) * 60_000
    return sign === '-' ? -ahead : ahead
  }
  // clocks change by less than a day, so that one of the offsets around is the right one
  const offsets = [...new Set([shown(local - DAY), shown(local + DAY)])]
  const fitting = offsets.map((offset) => local - offset).filter((at) => at + shown(at) === local)
  return fitting.length === 0 ? undefined : Math.min(...fitting)
}
