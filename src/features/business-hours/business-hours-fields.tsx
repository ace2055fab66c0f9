// The fields of the business hours: time zone, week, holidays, and the hours until work is due.
import { WEEKDAYS } from '#contract/model/business-hours/policy.ts'
import { WORK_QUEUES, ALERT_LEVELS } from '#contract/model/values.ts'
import { foldText } from '#contract/fold-text.ts'
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
        <legend className="pb-1 text-label font-medium text-muted">
          Open, as 09:00–12:00, 13:00–17:00 (blank on closed days)
        </legend>
        {WEEKDAYS.map((name, n) => (
          <Day
            key={name}
            name={name}
            text={draft.week[n] ?? ''}
            error={faults[`week.${n}`]}
            onChange={(text) => onChange({ week: draft.week.with(n, text) })}
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

interface DayProps {
  name: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function Day({ name, text, error, onChange }: DayProps) {
  return (
    <div className="grid grid-cols-[96px_minmax(0,260px)_1fr] items-center gap-2">
      <span aria-hidden>{name}</span>
      <TextInput
        aria-label={`${name}, open`}
        aria-invalid={error !== undefined}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && <p className="text-label text-stop">{error}</p>}
    </div>
  )
}
