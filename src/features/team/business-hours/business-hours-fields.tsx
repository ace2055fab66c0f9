// The fields of the business hours: time zone, week, holidays, and the hours until work is due.
import { WORK_QUEUES, WEEKDAYS } from '#contract/model/business-hours/policy.ts'
import { foldText } from '#contract/fold-text.ts'
import { ALERT_LEVELS } from '#contract/model/values.ts'
import { Check } from '#src/ui/form/check.tsx'
import { Field, TextArea, TextInput } from '#src/ui/form/field.tsx'
import { Suggest } from '#src/ui/form/suggest.tsx'
import { LEVEL_LABELS, QUEUE_LABELS, type Draft, type Faults } from './draft.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const offerZones = (term: string) => {
  const wanted = foldText(term.replaceAll(' ', '_'))
  return ZONES.filter((zone) => foldText(zone).includes(wanted)).map((value) => ({ value, label: value }))
}

interface Props {
  draft: Draft
  faults: Faults
  onChange: (change: Partial<Draft>) => void
}

export function BusinessHoursFields({ draft, faults, onChange }: Props) {
  return (
    <>
      <Field label="Time zone" error={faults['zone']}>
        <Suggest values={[draft.zone]} isSingle offer={offerZones} onChange={([zone = '']) => onChange({ zone })} />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-label font-medium text-muted">Open</legend>
        {WEEKDAYS.map((name, n) => (
          <Day
            key={name}
            name={name}
            day={draft.week[n] ?? { isOpen: false, from: '', to: '' }}
            error={faults[`week.${n}`]}
            onChange={(day) => onChange({ week: draft.week.with(n, day) })}
          />
        ))}
        {faults['week'] && <p className="text-label text-stop">{faults['week']}</p>}
      </fieldset>
      <Field label="Holidays" hint="One a line: YYYY-MM-DD and a name." error={faults['holidays']}>
        <TextArea value={draft.holidays} rows={3} onChange={({ target }) => onChange({ holidays: target.value })} />
      </Field>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-3">
        <legend className="pb-1 text-label font-medium text-muted">
          Due after, in business hours (blank for no due date)
        </legend>
        {WORK_QUEUES.flatMap((queue) =>
          ALERT_LEVELS.map((level) => (
            <Field
              key={`${queue}.${level}`}
              label={`${QUEUE_LABELS[queue]}, ${LEVEL_LABELS[level]}`}
              error={faults[`${queue}.${level}`]}
            >
              <TextInput
                inputMode="decimal"
                value={draft.hours[queue][level]}
                onChange={({ target }) =>
                  onChange({ hours: { ...draft.hours, [queue]: { ...draft.hours[queue], [level]: target.value } } })
                }
              />
            </Field>
          )),
        )}
        <Field label="Due soon, hours before" error={faults['soon']}>
          <TextInput
            inputMode="decimal"
            value={draft.soon}
            onChange={({ target }) => onChange({ soon: target.value })}
          />
        </Field>
      </fieldset>
    </>
  )
}

type DayOf = Draft['week'][number]
interface DayProps {
  name: string
  day: DayOf
  error: string | undefined
  onChange: (day: DayOf) => void
}

function Day({ name, day, error, onChange }: DayProps) {
  return (
    <div className="grid grid-cols-[120px_96px_96px_1fr] items-center gap-2">
      <Check isChecked={day.isOpen} onChange={(isOpen) => onChange({ ...day, isOpen })}>
        {name}
      </Check>
      {day.isOpen &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            aria-label={`${name}, ${end}`}
            aria-invalid={error !== undefined}
            value={day[end]}
            onChange={({ target }) => onChange({ ...day, [end]: target.value })}
          />
        ))}
      {error && <p className="text-label text-stop">{error}</p>}
    </div>
  )
}
