// Fields and other parts of forms: empty, filled, with a fault, disabled.
import { useState } from 'react'
import { Check } from '#src/ui/form/check.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { DateField } from '#src/ui/form/date-field.tsx'
import { Field, TextArea, TextInput } from '#src/ui/form/field.tsx'
import { MultiSelect } from '#src/ui/form/multi-select.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Suggest } from '#src/ui/form/suggest.tsx'
import { TitledSection } from '#src/ui/form/titled-section.tsx'
import { Upload } from '#src/ui/form/upload.tsx'
import type { Entries } from './entry.ts'

const LEVELS = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
] as const
type Level = (typeof LEVELS)[number]['value']
const FAULT = 'A number is needed, such as 1000.'
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] items-start gap-4'
const MOST_BYTES = 1000

function Fields() {
  const [text, setText] = useState('1000')
  return (
    <div className={GRID}>
      <Field label="Text" hint="A hint below the field">
        <TextInput value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Field label="Text, empty">
        <TextInput placeholder="Placeholder" />
      </Field>
      <Field label="Text with a fault" error={FAULT}>
        <TextInput placeholder="ten" />
      </Field>
      <Field label="Text, disabled">
        <TextInput disabled value="Fixed" readOnly />
      </Field>
      <Field label="Lines">
        <TextArea placeholder="Several lines" />
      </Field>
      <Field label="Lines with a fault" error="A reason is needed.">
        <TextArea />
      </Field>
    </div>
  )
}

function Dates() {
  const [day, setDay] = useState('2026-11-27')
  return (
    <div className={GRID}>
      <DateField label="Day" value={day} onCommit={setDay} />
      <DateField label="Day, empty" value="" />
      <DateField label="Day with a fault" value="2026-11-27" error="This day is past." />
      <DateField label="Day, disabled" value="2026-11-27" disabled />
    </div>
  )
}

function Checks() {
  const [isChecked, setChecked] = useState(true)
  return (
    <div className="flex flex-wrap gap-4">
      <Check isChecked={isChecked} onChange={setChecked}>
        Ticked
      </Check>
      <Check isChecked={!isChecked} onChange={(is) => setChecked(!is)}>
        Not ticked
      </Check>
    </div>
  )
}

function Choices() {
  const [level, setLevel] = useState<Level>('low')
  return (
    <div className={GRID}>
      <Choice label="Level" value={level} options={LEVELS} onChange={setLevel} />
      <Choice label="Level with a fault" value={level} options={LEVELS} onChange={setLevel} isInvalid />
      <Choice label="Level that is no longer offered" value="medium" options={LEVELS} onChange={() => {}} />
    </div>
  )
}

function Selects() {
  const [level, setLevel] = useState<Level>('low')
  return (
    <div className={GRID}>
      <Select label="Select" value={level} options={LEVELS} onChange={setLevel} />
      <Select label="Select, disabled" value={level} options={LEVELS} onChange={setLevel} disabled />
    </div>
  )
}

function MultiSelects() {
  const [some, setSome] = useState<Level[]>(['low', 'high'])
  const [none, setNone] = useState<Level[]>([])
  return (
    <div className={GRID}>
      <MultiSelect label="Several, chosen" values={some} options={LEVELS} onChange={setSome} empty="Any level" />
      <MultiSelect label="Several, none chosen" values={none} options={LEVELS} onChange={setNone} empty="Any level" />
    </div>
  )
}

const COUNTRIES = ['Argentina', 'Armenia', 'Austria'].map((value) => ({ value, label: value }))
const offer = (term: string) => COUNTRIES.filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()))

function Suggestions() {
  const [chips, setChips] = useState(['Austria', 'Armenia'])
  const [one, setOne] = useState(['Austria'])
  return (
    <div className={GRID}>
      <Suggest label="Several, as chips" values={chips} onChange={setChips} offer={offer} />
      <Suggest label="One" values={one} onChange={setOne} offer={offer} isSingle />
      <Suggest label="With a fault" values={[]} onChange={() => {}} offer={offer} isInvalid placeholder="A country" />
    </div>
  )
}

/** Half is sent, and then it waits until it is cancelled. */
const sendHalf = (_file: File, { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void }) =>
  new Promise((_resolve, reject) => {
    onProgress(0.5)
    signal.addEventListener('abort', () => reject(new Error('Cancelled')), { once: true })
  })

export const FIELDS: Entries = {
  'form/field.tsx': { title: 'Field, text and lines', States: Fields },
  'form/date-field.tsx': { title: 'Day with calendar', States: Dates },
  'form/check.tsx': { title: 'Check', States: Checks },
  'form/choice.tsx': { title: 'Choice', States: Choices },
  'form/select.tsx': { title: 'Select', States: Selects },
  'form/multi-select.tsx': { title: 'Select of several', States: MultiSelects },
  'form/suggest.tsx': { title: 'Suggestions and chips', States: Suggestions },
  'form/titled-section.tsx': {
    title: 'Titled section',
    States: () => (
      <TitledSection title="Title of the section" text="What its fields are for.">
        <Check isChecked onChange={() => {}}>
          A setting
        </Check>
      </TitledSection>
    ),
  },
  'form/upload.tsx': {
    title: 'Upload',
    States: () => (
      <div className="grid gap-2">
        <p className="text-label text-muted">
          Nothing leaves this device: a file above {MOST_BYTES} bytes is refused, a smaller one stays half sent.
        </p>
        <Upload
          label="Example file"
          endings={['txt']}
          check={(file) => (file.size > MOST_BYTES ? `${file.name} is above ${MOST_BYTES} bytes.` : null)}
          send={sendHalf}
          onSent={() => {}}
        />
      </div>
    ),
  },
}
