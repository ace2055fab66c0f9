// The due date of a row: remaining or exceeded time, as text with a clock mark.
import { isTimeRunning, dueState } from '#contract/model/cases/due.ts'
import { fromStamp, type Stamp } from '#contract/model/common.ts'
import { shortAge } from '#src/format/age.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { bySort } from './look.ts'

interface WithDueDate {
  status: string
  dueAt?: Stamp | null | undefined
  dueSoonAt?: Stamp | null | undefined
}

/** The time that is left; nothing while paused. */
function textOf({ status, dueAt }: WithDueDate, now: number): string {
  if (!dueAt || !isTimeRunning(status)) return ''
  const left = fromStamp(dueAt) - now
  const span = shortAge(Math.abs(left))
  return span === 'now' ? span : left > 0 ? `in ${span}` : `${span} late`
}

export const dueColumn = (now: number): ListColumn<WithDueDate> => ({
  id: 'due',
  header: 'Due',
  ...bySort('due'),
  width: 84,
  text: (row) => textOf(row, now),
  spoken: (row) => {
    const text = textOf(row, now)
    return text && `due ${text}`
  },
  render: (row) => {
    const state = dueState(row, now)
    return state === null ? null : (
      <span className={state === 'breached' ? 'text-stop' : 'text-warn'}>
        {state === 'breached' && <ToneMark tone="late" />} {textOf(row, now)}
      </span>
    )
  },
})
