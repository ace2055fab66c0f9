// One SAR or EDD form: its answers, section by section, and beside them what was said about it.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import {
  FORM_STATUS_LABELS,
  FORM_TYPE_LABELS,
  formMay,
  type DocumentForm,
  type FormStatus,
} from '#contract/model/forms/document-form.ts'
import { faultsText, formFaults, formWarnings, type FormFault } from '#contract/model/forms/form-checks.ts'
import { FORM_SECTIONS } from '#contract/model/forms/form-sections.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Answer } from './answer-field.tsx'
import { Comments } from './comments.tsx'
import { FormFilesProvider } from './files.tsx'
import { formKey, useForms, type FormDraft } from './forms.ts'
import { formQueries } from './queries.ts'
import { Reading } from './read-only-form.tsx'
import { Signed } from './signed-copy.tsx'

const TONES = { new: 'plain', review: 'warn', approved: 'done', submitted: 'done' } as const

export function FormScreen() {
  const { platform = '', uuid = '' } = useParams({ strict: false }) as { platform?: string; uuid?: string }
  const { api } = useData()
  const isOnline = useIsOnline()
  const { store } = useForms()
  const query = useQuery(formQueries.view(api, platform, uuid))
  const form = query.data ?? null
  useEffect(() => {
    const open = form ? formFaults(form.formType, form.data, Date.now()) : []
    store.setState({ opened: form, notReady: open.length > 0 ? faultsText(open, 3) : null })
    return () => store.setState({ opened: null, notReady: null, faults: [] })
  }, [store, form])
  useReasonsOf(form ? `${form.uuid} ${form.status} ${form.version}` : '')
  if (!form) {
    if (!query.isError) {
      return (
        <div className="p-6">
          <Skeleton lines={8} label="Loading the form" />
        </div>
      )
    }
    return (
      <Empty title={isOnline ? 'The form could not be read' : 'The form needs the network'}>
        <p>{query.error.message}</p>
        <div className="mt-2 flex justify-center gap-2">
          <CommandButton command="form.refresh">Try again</CommandButton>
          <CommandButton command="form.leave" />
        </div>
      </Empty>
    )
  }
  return (
    <section aria-label="Form" className="flex h-full min-h-0 flex-col">
      <Head form={form} />
      <div className="beside [--columns:minmax(0,1fr)_minmax(280px,30%)]">
        <Answers key={uuid} form={form} />
        <aside
          aria-label="About the form"
          // it scrolls, and the arrow keys have to reach it
          tabIndex={0}
          className="grid content-start gap-6 overflow-y-auto border-s border-line bg-raised p-4"
        >
          <Signed form={form} />
          <Comments platform={platform} uuid={uuid} facts={{ 'customer.name': form.customerName }} />
        </aside>
      </div>
    </section>
  )
}

function Head({ form }: { form: DocumentForm }) {
  const { formType, customerName, status, version, author, approvedBy, approvedAt, dueOn } = form
  return (
    <header className="flex flex-none flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3">
      <h2 className="text-title font-semibold">
        {FORM_TYPE_LABELS[formType]} · {customerName}
      </h2>
      <Tag tone={TONES[status]}>{FORM_STATUS_LABELS[status]}</Tag>
      <span className="text-muted">
        by {author.name}
        {approvedBy && `, approved by ${approvedBy.name}`}
        {approvedAt && ` on ${approvedAt.date.slice(0, 10)}`}, version {version}
        {dueOn && `, due ${dueOn}`}
      </span>
      <span className="grow" />
      <span className="flex flex-wrap gap-2">
        {formMay('change', status) && <CommandButton command="form.save" variant="primary" />}
        {formMay('review', status) && <CommandButton command="form.review" />}
        {formMay('approve', status) && <CommandButton command="form.approve" variant="primary" />}
        {formMay('renew', status) && <CommandButton command="form.renew" />}
        <CommandButton command="form.pdf" />
        <CommandButton command="form.zip" />
        <CommandButton command="form.leave" variant="quiet" />
      </span>
    </header>
  )
}

function Answers({ form }: { form: DocumentForm }) {
  const { drafts } = useData()
  const { store } = useForms()
  const faults = useStore(store, (state) => state.faults)
  const key = formKey(form.uuid)
  const draft = useDraft(drafts, key) as FormDraft | null | undefined
  useReasonsOf(draft ? 'written' : 'as saved')
  const isLocked = !formMay('change', form.status)
  const data = isLocked ? form.data : (draft?.data ?? form.data)
  const isBehind = !isLocked && draft && draft.version !== form.version
  const now = useNow()
  const open = formFaults(form.formType, data, now)
  const shown = [...faults, ...open.filter(({ message }) => message !== UNANSWERED)]
  const warnings = isLocked ? [] : formWarnings(form.formType, data)
  const write = (name: string, value: unknown) => {
    store.setState({ faults: [] })
    const next: FormDraft = { data: { ...data, [name]: value }, version: draft?.version ?? form.version }
    drafts.write(key, next, `${FORM_TYPE_LABELS[form.formType]} on ${form.customerName}`)
  }
  // the first Escape leaves the field, the second the screen
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    event.target.blur()
  }
  return (
    <FormFilesProvider value={form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves whichever field has the focus */}
      <form
        aria-label="Answers"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={handleKeyDown}
        className="min-h-0 overflow-y-auto"
      >
        <div className="grid max-w-[720px] content-start gap-6 p-4">
          <p className="flex flex-wrap items-center gap-3 text-list text-muted">
            {isLocked ? lockedWords(form.status) : wordsOf(open)}
            {!isLocked && draft && <Tag tone="warn">Not saved</Tag>}
            {!isLocked && draft && <CommandButton command="form.discard" variant="quiet" />}
          </p>
          {isBehind && (
            <p role="alert" className="text-warn">
              Somebody saved version {form.version} since you began on version {draft.version}. Yours cannot replace it:
              discard yours, or copy what you need.
            </p>
          )}
          {isLocked && open.length > 0 && formMay('approve', form.status) && (
            <p role="alert" className="text-warn">
              Not ready for approval: {faultsText(open)}.
            </p>
          )}
          {warnings.map(({ place, label, message }) => (
            <p key={place} className="text-list text-warn">
              {label} {message}.
            </p>
          ))}
          {form.formType === 'sar' && !isLocked && (
            <div>
              <CommandButton command="form.addTransaction" />
            </div>
          )}
          {isLocked && <Reading form={form} />}
          {!isLocked &&
            FORM_SECTIONS[form.formType].map((section) => (
              <fieldset key={section.key} className="grid content-start gap-4">
                <legend className="mb-2 text-title font-semibold">{section.title}</legend>
                {section.fields.map((field) => (
                  <Answer
                    key={field.name}
                    field={field}
                    value={data[field.name]}
                    place={field.name}
                    faults={shown}
                    onChange={(value) => write(field.name, value)}
                  />
                ))}
              </fieldset>
            ))}
        </div>
      </form>
    </FormFilesProvider>
  )
}

const UNANSWERED = 'is not answered'

const lockedWords = (status: FormStatus) =>
  `${FORM_STATUS_LABELS[status]}. ${formMay('renew', status) ? 'Return it to draft to change it.' : 'It is final.'}`

const wordsOf = (faults: readonly FormFault[]) =>
  faults.length === 0
    ? 'Ready for review.'
    : `${countOf(faults.length, 'thing')} to fix before review: ${faultsText(faults)}.`
