// The editor of one ticket template, with a preview on the last viewed case.
import { helpdesk as calls } from '#contract/calls/helpdesk.ts'
import { whyNotCall } from '#contract/model/roles.ts'
import { useSession } from '#src/features/sign-in/public.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { ReplyTemplate } from '#contract/model/ticket.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { Preview, useTemplates, variableFault, VariableButtons, type Variable } from '#src/features/templates/public.ts'
import { Field, TextArea, TextInput } from '#src/ui/form/field.tsx'
import { SideBySide } from '#src/ui/side-by-side.tsx'
import { useHelpdesk } from './helpdesk.ts'
import { Unavailable } from './unavailable.tsx'
import { helpdeskQueries } from './queries.ts'
import {
  focusTemplates,
  isTemplateBehind,
  NEW_ID,
  NEW_TEMPLATE,
  templateDifferences,
  templateDraftOf,
  templateKey,
  type TemplateDraft,
} from './template-draft.ts'

/** Variables that a customer may read; the rest of the case is confidential. */
const NAMES: readonly Variable[] = ['customer.name', 'amount', 'service', 'date', 'me.name', 'today']

export function TicketTemplateForm({ platform, id }: { platform: string; id: string }) {
  const { api } = useData()
  const { store } = useHelpdesk().templates
  const query = useQuery({ ...helpdeskQueries.template(api, platform, id), enabled: id !== NEW_ID })
  const base = id === NEW_ID ? null : (query.data ?? null)
  useEffect(() => {
    store.setState({ base })
    return () => store.setState({ base: null })
  }, [store, base])
  useReasonsOf(base ? `${base.id} ${base.version ?? ''}` : 'new')
  if (id !== NEW_ID && !base) {
    return (
      <div className="p-4">
        <Unavailable noun="template" error={query.error} />
      </div>
    )
  }
  return <Writing id={id} base={base} />
}

function Writing({ id, base: saved }: { id: string; base: ReplyTemplate | null }) {
  const { drafts } = useData()
  const { factsAtHand } = useTemplates()
  const area = useRef<HTMLTextAreaElement>(null)
  const key = templateKey(id)
  const written = useDraft(drafts, key) as TemplateDraft | null | undefined
  const base = saved ? templateDraftOf(saved) : NEW_TEMPLATE
  const draft = written ?? base
  useReasonsOf(JSON.stringify(draft))
  const whyLocked = whyNotCall([calls.changeTemplate], useSession().profile.roles, 'change this template')
  const isLocked = whyLocked !== null
  const change = (part: Partial<TemplateDraft>) => {
    const next = { ...draft, ...part }
    if (saved && templateDifferences(next, base).length === 0) drafts.drop(key)
    else drafts.write(key, next, `Ticket template “${next.name}”`)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    focusTemplates()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape goes back to the list from any field
    <form
      data-ticket-template
      aria-label="Ticket template"
      onKeyDown={handleKeyDown}
      onSubmit={(event) => event.preventDefault()}
      className="flex min-h-0 flex-col"
    >
      <div className="grid min-h-0 max-w-[720px] grow content-start gap-4 overflow-y-auto p-4">
        {isTemplateBehind(draft, base) && (
          <SideBySide
            title="Somebody changed it since you began. Nothing of yours is lost."
            rows={templateDifferences(draft, base)}
          >
            <CommandButton command="ticket.insistTemplate" variant="primary" />
            <CommandButton command="ticket.discardTemplate">Take theirs</CommandButton>
          </SideBySide>
        )}
        <Field label="Name">
          <TextInput
            value={draft.name}
            maxLength={255}
            readOnly={isLocked}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label="Subject" hint="Of a ticket that has none yet">
          <TextInput
            value={draft.subject}
            maxLength={255}
            readOnly={isLocked}
            onChange={({ target }) => change({ subject: target.value })}
          />
        </Field>
        <Field label="Text" error={variableFault(draft.content) ?? undefined}>
          <TextArea
            ref={area}
            rows={10}
            maxLength={20_000}
            value={draft.content}
            readOnly={isLocked}
            onChange={({ target }) => change({ content: target.value })}
          />
        </Field>
        {!isLocked && <VariableButtons names={NAMES} area={area} />}
        <Preview body={draft.content} facts={factsAtHand('transaction')} />
      </div>
      <footer className="flex flex-none items-center gap-2 border-t border-line bg-raised px-4 py-2">
        <CommandButton command="ticket.saveTemplate" variant="primary" />
        <CommandButton command="ticket.discardTemplate" />
        <CommandButton command="ticket.deleteTemplate" />
        <span className="grow" />
        <span className="text-label text-muted">
          {whyLocked ?? (saved?.version !== undefined && `Version ${saved.version}`)}
        </span>
      </footer>
    </form>
  )
}
