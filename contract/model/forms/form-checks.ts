/** Checks over the answers of a form, before review and before approval. */
import type { FormType } from './document-form.ts'
import { FORM_SECTIONS } from './form-sections.ts'
import { unanswered, type FormField } from './form-field.ts'
import { NARRATIVE_ASPECTS, aspectsIn } from './narrative.ts'

/** One thing to mend: the place in the data (`startingActions.0.date`), the field's label, and what is wrong there. */
export interface FormFault {
  place: string
  label: string
  message: string
}

type Data = Readonly<Record<string, unknown>>
const DAY = 86_400_000

/**
 * The faults that prevent review and approval, in form order: missing answers, future or reversed dates, a report
 * without a transaction. `now` in milliseconds; a day ahead of UTC is still today.
 */
export function formFaults(type: FormType, data: Data, now: number): FormFault[] {
  const fields = FORM_SECTIONS[type].flatMap((section) => section.fields)
  const today = new Date(now + DAY).toISOString().slice(0, 10)
  const faults = [
    ...unanswered(fields, data),
    ...futureDates(fields, data, today),
    ...(type === 'sar' ? sarFaults(data) : eddFaults(data, new Date(now - DAY).toISOString().slice(0, 10))),
  ]
  const order = fields.map(({ name }) => name)
  const at = ({ place }: FormFault) => order.indexOf(place.split('.')[0] ?? '')
  return faults.toSorted((a, b) => at(a) - at(b))
}

/** Advice that the reader may ignore: questions that the narrative does not answer. */
export function formWarnings(type: FormType, data: Data): FormFault[] {
  const narrative = text(data['narrative'])
  if (type !== 'sar' || narrative === '') return []
  const found = aspectsIn(narrative, [text(data['subjectName'])].filter(Boolean))
  const missing = NARRATIVE_ASPECTS.filter((aspect) => !found[aspect])
  if (missing.length === 0) return []
  return [{ place: 'narrative', label: 'Narrative', message: `does not seem to say ${missing.join(', ')}` }]
}

/** Faults in one sentence, the first few by name. */
export function faultsText(faults: readonly FormFault[], most = 6): string {
  const named = faults.slice(0, most).map(({ label, message }) => `${label} ${message}`)
  return named.join('; ') + (faults.length > most ? `; and ${faults.length - most} more` : '')
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const rows = (value: unknown): Data[] => (Array.isArray(value) ? (value as Data[]) : [])

/** Only planned dates, such as the next review, may lie in the future. */
function futureDates(fields: readonly FormField[], data: Data, today: string, at = '', of = ''): FormFault[] {
  return fields.flatMap((field) => {
    const place = `${at}${field.name}`
    const label = `${of}${field.label}`
    if (field.kind === 'rows') {
      return rows(data[field.name]).flatMap((row, n) =>
        futureDates(field.columns, row, today, `${place}.${n}.`, `${label} ${n + 1}: `),
      )
    }
    if (field.kind !== 'date' || field.isToCome) return []
    return text(data[field.name]) > today ? [{ place, label, message: 'is in the future' }] : []
  })
}

function sarFaults(data: Data): FormFault[] {
  const faults: FormFault[] = []
  const add = (place: string, label: string, message: string) => faults.push({ place, label, message })
  const [from, to, detected] = [text(data['activityFrom']), text(data['activityTo']), text(data['detectedOn'])]
  const starting = rows(data['startingActions'])
  if (from && to && to < from) add('activityTo', 'To', `is before From, ${from}`)
  if (from && detected && detected < from) add('detectedOn', 'Detected on', `is before the activity began, ${from}`)
  if (starting.length + rows(data['completingActions']).length === 0) {
    add('startingActions', 'Starting action', 'names no transaction')
  }
  for (const [n, row] of starting.entries()) {
    const date = text(row['date'])
    if (!date || !from || !to || to < from || (date >= from && date <= to)) continue
    add(`startingActions.${n}.date`, `Starting action ${n + 1}: Date`, `is outside the period ${from} to ${to}`)
  }
  return faults
}

function eddFaults(data: Data, yesterday: string): FormFault[] {
  const faults: FormFault[] = []
  const review = text(data['nextReview'])
  if (review && review < yesterday)
    faults.push({ place: 'nextReview', label: 'Next review', message: 'is in the past' })
  const shares = rows(data['owners']).reduce((sum, row) => sum + Number(text(row['share'])), 0)
  if (shares > 100.01) {
    faults.push({ place: 'owners', label: 'Beneficial owner', message: `shares come to ${shares} per cent` })
  }
  return faults
}
