import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import { KeySearch } from '#src/commands/help/key-search.tsx'
import { isRefused, findCautions, findConflicts, type Caution, type Clash } from '#src/commands/keymap/conflicts.ts'
import { presetNames, type KeySource } from '#src/commands/keymap/keymap.ts'
import { presetTitles } from '#src/commands/keymap/preset-titles.ts'
import { conflictTitles, conflictText } from '#src/commands/keymap/conflict-text.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { keyboardScreen, SEARCH_ID } from './keyboard-screen.ts'
import type { Command, CommandId } from '#src/commands/command.ts'
import { whenText } from '#src/commands/dispatcher/when-text.ts'
import { findCommands, groupOrder, type KeyQuery } from '#src/commands/help/key-query.ts'
import type { Registry } from '#src/commands/registry.ts'

const keyOf = ({ id }: KeyRow) => id
const noun = ['command', 'commands'] as const
const SOURCES = { default: '', preset: 'preset', user: 'yours' } as const

const spokenKeys = ({ keys }: KeyRow) => keys.map((labels) => labels.join(' ')).join(', or ') || 'no key'

const columns: readonly ListColumn<KeyRow>[] = [
  { id: 'command', header: 'Command', width: 220, grow: 3, text: ({ title }) => title },
  {
    id: 'keys',
    header: 'Keys',
    width: 200,
    text: spokenKeys,
    render: ({ keys }) => (
      <span className="flex h-full items-center gap-2 overflow-hidden">
        {keys.map((labels) => (
          <Kbd key={labels.join(' ')} keys={labels} />
        ))}
      </span>
    ),
  },
  { id: 'when', header: 'When', width: 140, grow: 2, text: ({ when }) => when },
  { id: 'source', header: 'From', width: 72, text: ({ source }) => SOURCES[source] },
  {
    id: 'conflict',
    header: 'Conflict',
    width: 130,
    grow: 1,
    text: ({ conflicts: [first] }) => (first ? conflictTitles[first.kind] : ''),
    render: ({ conflicts: [first] }) =>
      first ? (
        <span className={isRefused(first) ? 'text-stop' : 'text-warn'}>
          <span className="me-1.5 inline-block">
            <ToneMark tone={isRefused(first) ? 'stop' : 'warn'} />
          </span>
          {conflictTitles[first.kind]}
        </span>
      ) : null,
  },
]

/** Every command with its keys; a list like any other, with a cursor and a selection. */
export function Shortcuts() {
  const { registry, runner, keyboard } = useCommandLayer()
  const query = useStore(keyboardScreen, (state) => state.query)
  const preset = useStore(keyboard.store, (state) => state.keymap.preset)
  const rows = useMemo(() => keyRows(registry, query), [registry, query])
  useAnnounced(countOf(rows.length, 'command'))
  const [state] = useState(createListState)
  const cursor = useStore(state.cursor, ({ id }) => id)
  const under = rows.find(({ id }) => id === cursor)

  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="grid flex-none gap-3 border-b border-line px-4 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="grow text-title font-semibold">Shortcuts</h2>
          <div role="radiogroup" aria-label="Preset" className="segments">
            {presetNames.map((name) => (
              <label key={name} className="segment">
                <input
                  type="radio"
                  name="preset"
                  checked={name === preset}
                  onChange={() => runner.execute('settings.preset', { source: 'pointer', args: { preset: name } })}
                />
                {presetTitles[name]}
              </label>
            ))}
          </div>
          <CommandButton command="settings.import">Import…</CommandButton>
          <CommandButton command="settings.export">Export</CommandButton>
          <CommandButton command="settings.resetAll">Reset all</CommandButton>
        </div>
        <div className="flex items-center gap-2">
          <KeySearch
            id={SEARCH_ID}
            query={query}
            onChange={(next) => keyboardScreen.setState({ query: next })}
            className="input max-w-96"
          />
          <span aria-hidden="true" className="text-label text-muted">
            {countOf(rows.length, 'command')}
          </span>
        </div>
      </header>
      <div className="min-h-0 grow">
        {rows.length === 0 ? (
          <Empty title={query.by === 'keys' ? 'No command has this key' : 'No command matches'}>
            <p>Escape shows all of them again.</p>
          </Empty>
        ) : (
          <ArrayList
            label="Shortcuts"
            noun={noun}
            rows={rows}
            keyOf={keyOf}
            columns={columns}
            state={state}
            onOpen={() => runner.execute('settings.record', { source: 'pointer' })}
            context="settings list"
          />
        )}
      </div>
      {under && <UnderCursor row={under} />}
    </div>
  )
}

/** The actions of the current command, and the faults of its keys. */
function UnderCursor({ row }: { row: KeyRow }) {
  const { registry } = useCommandLayer()
  return (
    <footer className="grid flex-none gap-2 border-t border-line bg-raised px-4 py-3 text-list">
      {row.conflicts.map((one) => (
        <p key={conflictText(one, row.id, registry)} className="text-muted">
          {conflictText(one, row.id, registry)}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <CommandButton command="settings.record" variant="primary" />
        <CommandButton command="settings.reset" />
        <CommandButton command="settings.remove" />
        <CommandButton command="settings.sameKey" />
        <code className="ms-auto text-label text-muted">{row.id}</code>
      </div>
    </footer>
  )
}

interface KeyRow {
  id: CommandId
  title: string
  keys: readonly (readonly string[])[]
  when: string
  source: KeySource
  conflicts: readonly (Clash | Caution)[]
}

/** Every command that fits the search, by group and in the order of its declaration. */
function keyRows(registry: Registry, query: KeyQuery): readonly KeyRow[] {
  const clashes = findConflicts(registry.bindings)
  // keys used inside forms cannot be assigned
  const bindable = registry.commands.filter(({ hidden, keys }) => !hidden || keys.length > 0)
  const ordered = groupOrder.flatMap((group) => bindable.filter((command) => command.group === group))
  return findCommands(registry, ordered, query).map((command) => rowOf(registry, command, clashes))
}

function rowOf(registry: Registry, { id, shortTitle, when }: Command, clashes: readonly Clash[]): KeyRow {
  const bound = registry.boundTo(id)
  const cautions = findCautions(id, bound, registry.setup.layout, registry.platform)
  const own = clashes.filter(({ ids }) => ids.includes(id))
  return {
    id,
    title: shortTitle,
    keys: bound.keys.map((spec) => registry.labelsOf(spec)),
    when: whenText(when),
    source: bound.source,
    conflicts: [...own, ...cautions].toSorted((a, b) => Number(isRefused(b)) - Number(isRefused(a))),
  }
}
