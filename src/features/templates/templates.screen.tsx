// Templates, snippets and the digits of triage: a list, and the one under its cursor to write on.
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { ActiveList } from '#src/commands/command.ts'
import { useGrid, useOrderVersion } from '#src/commands/list/grid.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useActiveList, useCommandLayer } from '#src/commands/provider.tsx'
import { PageFrame } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { List, type ListColumn } from '#src/ui/list/list.tsx'
import { editorOf, type EditorRow } from './editor.ts'
import { useTemplates } from './templates-context.ts'
import { SCOPE_LABELS, USE_LABELS } from './labels.ts'

// its menus weigh more than the list, which is there first
const TemplateForm = lazy(() => import('./template-form.tsx').then((m) => ({ default: m.TemplateForm })))

const columns: readonly ListColumn<EditorRow>[] = [
  {
    id: 'key',
    header: 'Key in triage',
    isHeaderHidden: true,
    width: 40,
    text: ({ key }) => key ?? '',
    spoken: ({ key }) => (key ? `key ${key}` : ''),
    render: ({ key }) => key && <Kbd keys={[key]} />,
  },
  { id: 'title', header: 'Name', width: 180, grow: 1, text: ({ title }) => title || 'Without a name' },
  { id: 'use', header: 'For', width: 96, text: ({ use }) => USE_LABELS[use] },
  {
    id: 'shelf',
    header: 'Whose',
    width: 92,
    text: ({ shelf, isEdited }) => (isEdited && shelf !== 'new' ? 'not saved' : SCOPE_LABELS[shelf]),
  },
]

export function TemplatesScreen() {
  const editor = editorOf(useTemplates())
  const { runner } = useCommandLayer()
  const { list } = editor
  const { platform = '' } = useParams({ strict: false })
  const rows = useSyncExternalStore(editor.subscribe, editor.rows)
  useEffect(() => editor.refresh(), [editor, platform])
  const activeList = useMemo<ActiveList>(
    () => ({ name: 'Templates', state: list, noun: ['template', 'templates'], rowOf: editor.rowOf, isSingle: true }),
    [list, editor],
  )
  useActiveList(activeList)
  const { selection: _, ...grid } = useGrid(list)
  const version = useOrderVersion(list)
  const under = useStore(list.cursor, ({ id }) => id)
  const draft = useSyncExternalStore(editor.subscribe, () => (under === null ? undefined : editor.draftOf(under)))
  const row = rows.find(({ id }) => id === under)

  return (
    <PageFrame
      name="Templates"
      summary="What alerts are closed with, and what ; inserts into a note. They work without a network."
      actions={<CommandButton command="template.new" variant="primary" />}
    >
      <div className="beside beside-list [--columns:minmax(320px,2fr)_minmax(0,3fr)]">
        <div className="min-h-0 border-e border-line">
          <List
            label="Templates"
            columns={columns}
            rowCount={rows.length}
            idAt={(index) => rows[index]?.id}
            rowAt={(index) => rows[index]}
            {...grid}
            version={version}
            onOpen={(index) => {
              list.moveTo(index)
              runner.execute('template.edit', { source: 'pointer' })
            }}
            context="templates list"
            autoFocus
          />
        </div>
        {draft && row ? (
          <Suspense fallback={null}>
            <TemplateForm key={draft.id} editor={editor} draft={draft} row={row} />
          </Suspense>
        ) : (
          <Empty title="No template">
            <p>Make one, or choose one on the left.</p>
          </Empty>
        )}
      </div>
    </PageFrame>
  )
}
