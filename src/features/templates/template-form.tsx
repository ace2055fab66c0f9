// The editor of one template, with a preview on the last viewed case.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { claimsText, evaluateSample } from '#contract/model/facts/claims.ts'
import {
  EVIDENCE,
  isOnDigits,
  kindClosedBy,
  MACRO_KEYS,
  TEMPLATE_USES,
  type Evidence,
  type MacroKey,
} from '#contract/model/templates/template.ts'
import { REASONS, RULE_TYPES, type Reason } from '#contract/model/values.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { humanise } from '#src/format/label.ts'
import { Field, TextArea, TextInput } from '#src/ui/form/field.tsx'
import { MultiSelect } from '#src/ui/form/multi-select.tsx'
import { Select } from '#src/ui/form/select.tsx'
import type { Draft, Editor, EditorRow } from './editor.ts'
import { ClaimsFields } from './claims/claims-fields.tsx'
import { claiming, wholeBody } from './claims/fill-template.ts'
import { VARIABLES, type Variable } from './render.ts'
import { useTemplates } from './templates-context.ts'
import { Preview, VariableButtons } from './variables.tsx'
import { REASON_LABELS, USE_LABELS } from './labels.ts'

const USES = TEMPLATE_USES.map((value) => ({ value, label: USE_LABELS[value] }))
const REASON_OPTIONS = [
  { value: '', label: 'None' },
  ...REASONS.map((value) => ({ value: value as string, label: REASON_LABELS[value] })),
]
const RULE_OPTIONS = RULE_TYPES.map((value) => ({ value, label: humanise(value) }))
const EVIDENCE_OPTIONS = Object.entries(EVIDENCE).map(([value, label]) => ({ value: value as Evidence, label }))
const KEY_OPTIONS = [{ value: '', label: 'None' }, ...MACRO_KEYS.map((key) => ({ value: key as string, label: key }))]

const VARIABLE_NAMES = Object.keys(VARIABLES) as Variable[]

interface TemplateFormProps {
  editor: Editor
  draft: Draft
  row: EditorRow
}

export function TemplateForm({ editor, draft, row }: TemplateFormProps) {
  const { factsAtHand, mayShare } = useTemplates()
  const body = useRef<HTMLTextAreaElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const { id } = draft
  useEffect(() => {
    if (editor.takesFocus(id)) name.current?.focus()
  }, [editor, id])
  const isLocked = row.shelf === 'shared' && !mayShare() && !row.isEdited
  const change = (part: Partial<Draft>) => {
    // a shared template stays shared: an analyst's changes become their own
    const scope = row.shelf === 'shared' && !mayShare() ? 'mine' : draft.scope
    editor.change(draft.id, { scope, ...part })
  }
  // the button names empty fields
  const isWritten = draft.title.trim() !== '' && draft.body.trim() !== ''
  const fault = isWritten ? editor.faultOf(draft) : null
  const isClosing = kindClosedBy(draft.use) !== null

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    document.querySelector<HTMLElement>('[role=grid][aria-label="Templates"]')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape goes back to the list from any field
    <form
      data-template-form
      aria-label="Template"
      onKeyDown={handleKeyDown}
      onSubmit={(event) => event.preventDefault()}
      className="flex min-h-0 flex-col"
    >
      <div className="grid min-h-0 max-w-[720px] grow content-start gap-4 overflow-y-auto p-4">
        <Columns>
          <Field label="Name">
            <TextInput
              ref={name}
              value={draft.title}
              maxLength={100}
              onChange={({ target }) => change({ title: target.value })}
            />
          </Field>
          <Field label="For">
            <Select value={draft.use} options={USES} onChange={(use) => change({ use })} />
          </Field>
        </Columns>
        <Field label="Short description" hint="Beside its name wherever it is chosen">
          <TextInput value={draft.gist} maxLength={300} onChange={({ target }) => change({ gist: target.value })} />
        </Field>
        <Field label="Text" error={fault ?? undefined}>
          <TextArea
            ref={body}
            rows={6}
            maxLength={20_000}
            value={draft.body}
            onChange={({ target }) => change({ body: target.value })}
          />
        </Field>
        <VariableButtons names={VARIABLE_NAMES} area={body} />
        <Preview
          body={claiming(wholeBody(draft), claimsText(evaluateSample(draft.claims ?? [])))}
          claims={claimsText(evaluateSample(draft.claims ?? []))}
          facts={factsAtHand(kindClosedBy(draft.use) ?? 'transaction')}
        />
        {draft.use !== 'snippet' && (
          <ClaimsFields claims={draft.claims ?? []} onChange={(claims) => change({ claims })} />
        )}
        {isClosing && <ClosingFields draft={draft} change={change} />}
        <Columns>
          <Field label="Required evidence" hint="Each asks for a reference before the note can go out">
            <MultiSelect
              values={draft.evidence}
              options={EVIDENCE_OPTIONS}
              empty="None"
              onChange={(evidence) => change({ evidence })}
            />
          </Field>
          <Field label="Whose" hint={mayShare() ? undefined : 'Only managers change what is shared'}>
            <Select
              value={draft.scope}
              disabled={!mayShare()}
              options={[
                { value: 'mine', label: 'Private' },
                { value: 'shared', label: 'Shared on this platform' },
              ]}
              onChange={(scope) => change({ scope })}
            />
          </Field>
        </Columns>
      </div>
      <footer className="flex flex-none items-center gap-2 border-t border-line bg-raised px-4 py-2">
        <CommandButton command="template.save" variant="primary" />
        <CommandButton command="template.discard" />
        <CommandButton command="template.copy" />
        <CommandButton command="template.delete" />
        <span className="grow" />
        <span className="text-label text-muted">
          {isLocked ? 'Shared: your changes are private' : draft.revision > 0 && `Version ${draft.revision}`}
        </span>
      </footer>
    </form>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 items-start gap-4">{children}</div>
}

/** Fields of closing templates only. */
function ClosingFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  return (
    <Columns>
      <Field label="Key in triage" hint={isOnDigits(draft.use) ? 'Fixed shortcut' : 'A SAR has the key s'}>
        <Select
          disabled={!isOnDigits(draft.use)}
          value={draft.key ?? ''}
          options={KEY_OPTIONS}
          onChange={(key) => change({ key: (key || null) as MacroKey | null })}
        />
      </Field>
      <Field label="Label in triage">
        <TextInput value={draft.short} maxLength={100} onChange={({ target }) => change({ short: target.value })} />
      </Field>
      <Field label="Reason">
        <Select
          value={draft.reason ?? ''}
          options={REASON_OPTIONS}
          onChange={(reason) => change({ reason: (reason || undefined) as Reason | undefined })}
        />
      </Field>
      <Field label="Rule types">
        <MultiSelect
          values={draft.ruleTypes}
          options={RULE_OPTIONS}
          empty="Every rule"
          onChange={(ruleTypes) => change({ ruleTypes })}
        />
      </Field>
    </Columns>
  )
}
