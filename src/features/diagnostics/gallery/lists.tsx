// Lists, tables, and the comparison of what two people changed.
import { useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { Button } from '#src/ui/button.tsx'
import { List, type ListColumn } from '#src/ui/list/list.tsx'
import { markColumn } from '#src/ui/list/mark-column.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { MergeConflict } from '#src/ui/merge-conflict.tsx'
import { SideBySide } from '#src/ui/side-by-side.tsx'
import type { Tone } from '#src/ui/tag.tsx'
import type { Entries } from './entry.ts'

interface Row {
  id: string
  name: string
  amount: string
  tone: Tone
}

const ROWS: readonly Row[] = [
  { id: '1', name: 'Under the cursor', amount: '120.00', tone: 'stop' },
  { id: '2', name: 'Selected', amount: '1,500.00', tone: 'warn' },
  { id: '3', name: 'Quiet: no longer in the view', amount: '80.00', tone: 'done' },
  { id: '4', name: 'With a mark at its end', amount: '9,999.00', tone: 'late' },
]
/** The last row is being read. */
const COUNT = ROWS.length + 1
const COLUMNS: readonly ListColumn<Row>[] = [
  markColumn<Row>({ toneOf: ({ tone }) => tone, spoken: ({ tone }) => tone }),
  { id: 'name', header: 'Name', width: 160, grow: 1, text: ({ name }) => name },
  { id: 'amount', header: 'Amount', width: 90, align: 'end', text: ({ amount }) => amount },
]
const nothingChanges = () => () => {}
const VERSION = { subscribe: nothingChanges, getSnapshot: () => 1 }
const SELECTION = { subscribe: nothingChanges, has: (id: string) => id === '2' }

function ListOfRows() {
  const [cursor] = useState(() => createStore<{ at: number }>(() => ({ at: 0 })))
  const moveTo = (at: number) => cursor.setState({ at })
  return (
    <div className="h-52">
      <List
        label="Example rows"
        columns={COLUMNS}
        rowCount={COUNT}
        idAt={(index) => ROWS[index]?.id}
        rowAt={(index) => ROWS[index]}
        version={VERSION}
        cursor={{ subscribe: cursor.subscribe, get: () => cursor.getState().at }}
        selection={SELECTION}
        tone={({ id }) => (id === '3' ? 'quiet' : undefined)}
        mark={(id) => (id === '4' ? 'Assigned to you' : undefined)}
        onOpen={moveTo}
        onPointerCursor={moveTo}
      />
    </div>
  )
}

function Conflict() {
  const [chosen, setChosen] = useState<Record<string, 'theirs' | 'yours'>>({})
  return (
    <MergeConflict
      title="Ines changed it since you began"
      chosen={chosen}
      onChoose={(key, whose) => setChosen({ ...chosen, [key]: whose })}
      rows={[
        { key: 'name', label: 'Name', before: 'Velocity', theirs: 'Velocity, daily', yours: 'Velocity', by: 'them' },
        { key: 'limit', label: 'Limit', before: '30', theirs: '40', yours: '50', by: 'both' },
        { key: 'text', label: 'Description', before: '', theirs: '', yours: 'New', by: 'you' },
        { key: 'tags', label: 'Countries', before: 'AR', theirs: 'AR, BR', yours: 'AR, CL', by: 'together' },
      ]}
    >
      <Button variant="primary">Save</Button>
      <Button>Take theirs</Button>
    </MergeConflict>
  )
}

export const LISTS: Entries = {
  'list/list.tsx': { title: 'List', States: ListOfRows },
  'list/mark-column.tsx': {
    title: 'Column of marks',
    States: () => <p className="text-muted">The first column of the list above has a mark in each tone.</p>,
  },
  'list/table.tsx': {
    title: 'Table',
    States: () => (
      <Table
        label="Example table"
        columns={['Rule', 'Alerts']}
        align={{ 1: 'end' }}
        rows={[
          { key: 'plain', cells: ['Velocity', '12'] },
          { key: 'marked', cells: ['Significant deposit, marked', '3'], isMarked: true },
        ]}
      />
    ),
  },
  'list/preview-pane.tsx': {
    title: 'Preview pane',
    States: () => (
      <div className="h-24 border border-line">
        <PreviewPane empty="No row under the cursor">{null}</PreviewPane>
      </div>
    ),
  },
  'side-by-side.tsx': {
    title: 'Theirs and yours',
    States: () => (
      <SideBySide
        title="Ines changed it since you began"
        rows={[
          { label: 'Name', theirs: 'Velocity, daily', yours: 'Velocity' },
          { label: 'Description', theirs: '', yours: 'New' },
        ]}
      >
        <Button variant="primary">Keep yours</Button>
        <Button>Take theirs</Button>
      </SideBySide>
    ),
  },
  'merge-conflict.tsx': { title: 'Merge of two changes', States: Conflict },
}
