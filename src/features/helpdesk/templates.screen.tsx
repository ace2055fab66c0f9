// zoho-form: the templates of letters to customers, and the one under the cursor to write on.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { PageFrame } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { useHelpdesk } from './helpdesk.ts'
import { Unavailable } from './unavailable.tsx'
import { helpdeskQueries } from './queries.ts'
import { NEW_ID, templateKey, type TemplateDraft } from './template-draft.ts'
import { TicketTemplateForm } from './template-form.tsx'

interface Row {
  id: string
  name: string
  isEdited: boolean
}

const keyOf = ({ id }: Row) => id
const noun = ['template', 'templates'] as const

const columns: readonly ListColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 180, grow: 1, text: ({ name }) => name || 'Without a name' },
  { id: 'state', header: 'State', width: 92, text: ({ isEdited }) => (isEdited ? 'not saved' : '') },
]

export function TicketTemplatesScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { runner } = useCommandLayer()
  const { store, list } = useHelpdesk().templates
  const query = useQuery(helpdeskQueries.templates(api, platform))
  const rows = useRows(query.data?.items)
  const under = useStore(list.cursor, ({ id }) => id)
  const isBegun = useStore(store, (state) => state.isBegun)
  useEffect(() => {
    if (!isBegun || !rows.some(({ id }) => id === NEW_ID)) return
    list.moveToId(NEW_ID)
    store.setState({ isBegun: false })
    // its form is drawn with the next frame
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-ticket-template] input')?.focus())
  }, [isBegun, rows, list, store])

  const shown = rows.find(({ id }) => id === under)
  return (
    <PageFrame
      name="Ticket templates"
      summary="What ; inserts into a message to a customer. Shared by everybody on this platform."
      actions={<CommandButton command="ticket.newTemplate" variant="primary" />}
    >
      {query.data ? (
        <div className="beside beside-list [--columns:minmax(280px,2fr)_minmax(0,3fr)]">
          <div className="min-h-0 border-e border-line">
            <ArrayList
              label="Ticket templates"
              noun={noun}
              rows={rows}
              keyOf={keyOf}
              columns={columns}
              state={list}
              onOpen={() => runner.execute('ticket.editTemplate', { source: 'pointer' })}
              context="ticketTemplates list"
            />
          </div>
          {shown ? (
            <TicketTemplateForm key={shown.id} platform={platform} id={shown.id} />
          ) : (
            <Empty title="No template">
              <p>Make one, or choose one on the left.</p>
            </Empty>
          )}
        </div>
      ) : (
        <div className="p-4">
          <Unavailable noun="helpdesk" error={query.error} />
        </div>
      )}
    </PageFrame>
  )
}

/** The templates of the server, with what is being written on them; a new one first. */
function useRows(items: readonly { id: string; name: string }[] | undefined): readonly Row[] {
  const { drafts } = useData()
  const nameOf = (id: string) => (drafts.read(templateKey(id)) as TemplateDraft | null | undefined)?.name
  // one text for all of it, so that drawing compares it
  const edited = useSyncExternalStore(drafts.subscribe, () =>
    JSON.stringify([NEW_ID, ...(items ?? []).map(({ id }) => id)].map((id) => nameOf(id) ?? null)),
  )
  return useMemo(() => {
    const [begun, ...names] = JSON.parse(edited) as (string | null)[]
    const known = (items ?? []).map(({ id, name }, index) => {
      const draft = names[index] ?? null
      return { id, name: draft ?? name, isEdited: draft !== null }
    })
    return begun === null || begun === undefined ? known : [{ id: NEW_ID, name: begun, isEdited: true }, ...known]
  }, [edited, items])
}
