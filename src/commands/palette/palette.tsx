/** The command palette: a dialog with a field and the list it controls. A separate chunk. */
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { keyLabels } from '#src/commands/keymap/keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { formatCount } from '#src/format/count.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { useReturnFocus } from '#src/ui/overlay/return-focus.ts'
import type { Row } from './palette-model.ts'
import { usePalette, type PaletteView } from './use-palette.ts'

const placeholder = 'Search or command'

/** Mounted while it is open. */
export function Palette() {
  const layer = useCommandLayer()
  const view = usePalette(layer)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const returnFocus = useReturnFocus()
  useTypedAhead(layer, view)

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && view.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0" />
        <Dialog.Popup
          aria-label="Command palette"
          data-kb-context="palette"
          initialFocus={input}
          finalFocus={returnFocus}
          className="overlay fixed top-1/3 left-1/2 z-20 flex max-h-[calc(66vh-2rem)] w-[640px] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden"
        >
          <div onKeyDown={view.handleKey} className="flex min-h-0 flex-col outline-none">
            <PaletteInput view={view} input={input} list={list} />
            <PaletteRows view={view} list={list} />
          </div>
          <PaletteFoot view={view} layer={layer} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface InputProps {
  view: PaletteView
  input: RefObject<HTMLInputElement | null>
  /** The id of the list. */
  list: string
}

const rowId = (list: string, id: string) => `${list}${id}`

function PaletteInput({ view, input, list }: InputProps) {
  return (
    <div className="flex h-11 flex-none items-center gap-2 border-b border-line px-3">
      {view.crumbs.map((crumb) => (
        <span key={crumb} className="max-w-[45%] flex-none truncate text-muted">
          {crumb}
          <span aria-hidden="true"> ▸</span>
        </span>
      ))}
      <input
        ref={input}
        // focus in the same frame: what is typed next must not be lost
        autoFocus
        data-palette-input=""
        role="combobox"
        aria-label={view.crumbs.join(', ') || placeholder}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={view.value === '' ? undefined : rowId(list, view.value)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={view.query}
        onChange={({ target }) => {
          view.setQuery(target.value)
          document.getElementById(list)?.scrollTo({ top: 0 })
        }}
        placeholder={view.crumbs.length === 0 ? placeholder : undefined}
        className="min-w-0 grow bg-transparent text-body outline-none"
      />
      {(view.isLoading || view.isSearching) && <span className="flex-none text-label text-muted">Loading</span>}
    </div>
  )
}

function PaletteRows({ view, list }: Omit<InputProps, 'input'>) {
  const { rows, more, value } = view
  const total = rows.length + more
  useEffect(() => document.getElementById(rowId(list, value))?.scrollIntoView({ block: 'nearest' }), [list, value])

  return (
    <div id={list} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto py-1">
      {rows.map((row, index) => (
        <PaletteRow
          // the nodes of one answer serve the next
          // oxlint-disable-next-line react/no-array-index-key -- a row has no state of its own
          key={index}
          id={rowId(list, row.id)}
          row={row}
          isCurrent={row.id === value}
          index={index}
          total={total}
          heading={row.heading === rows[index - 1]?.heading ? '' : row.heading}
          onChoose={view.choose}
          onHover={view.setValue}
        />
      ))}
      {rows.length === 0 && !view.isLoading && (
        <p role="presentation" className="px-3 py-2 text-list text-muted">
          {nothingOf(view)}
        </p>
      )}
      {more > 0 && (
        <p role="presentation" className="px-3 py-1 text-label text-muted">
          and {formatCount(more)} more, keep typing
        </p>
      )}
    </div>
  )
}

function nothingOf({ query, typed, isSearching }: PaletteView): string {
  if (query.trim() !== '') return `No results for "${query}"${isSearching ? ' on this device' : ''}.`
  return typed === null ? 'Nothing to choose from.' : `Type ${typed}.`
}

interface PaletteRowProps {
  id: string
  row: Row
  isCurrent: boolean
  index: number
  total: number
  heading: string
  onChoose: (row: Row) => void
  onHover: (id: string) => void
}

function PaletteRow({ id, row, isCurrent, index, total, heading, onChoose, onHover }: PaletteRowProps) {
  const isDisabled = row.disabled !== null
  return (
    <>
      {heading && (
        <div role="presentation" className="px-3 pt-2 pb-0.5 text-label text-muted">
          {heading}
        </div>
      )}
      <div
        id={id}
        role="option"
        data-palette-row=""
        aria-selected={isCurrent}
        aria-disabled={isDisabled}
        aria-posinset={index + 1}
        aria-setsize={total}
        onPointerMove={() => !isDisabled && !isCurrent && onHover(row.id)}
        onClick={() => !isDisabled && onChoose(row)}
        className="flex min-h-8 items-center gap-3 px-3 text-list aria-disabled:text-muted aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--color-accent)] forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
      >
        <span className="min-w-0 grow truncate">{row.title}</span>
        {row.detail && <span className="max-w-[50%] flex-none truncate text-label text-muted">{row.detail}</span>}
        {row.keys && <Kbd keys={row.keys} />}
      </div>
    </>
  )
}

/** The effect of Enter: the question, else the dry run, else the keys. */
function PaletteFoot({ view, layer }: { view: PaletteView; layer: CommandLayer }) {
  const { platform } = layer.registry
  useAnnounced(view.question ?? view.dryRun)
  return (
    <div className="flex h-8 flex-none items-center gap-3 border-t border-line px-3 text-label text-muted">
      <span aria-hidden="true" className="min-w-0 grow truncate">
        {view.question ? <strong className="font-medium text-warn">{view.question}</strong> : view.dryRun}
      </span>
      {view.instead && (
        <span className="flex flex-none items-center gap-1.5">
          <Kbd keys={keyLabels('shift+enter', platform)} />
          {view.instead}
        </span>
      )}
      <span className="flex flex-none items-center gap-1.5">
        <Kbd keys={keyLabels('enter', platform)} />
        {view.question ? 'confirm' : 'run'}
      </span>
      {!view.question && (
        <span className="flex flex-none items-center gap-1.5">
          <Kbd keys={keyLabels('mod+enter', platform)} />
          run and keep open
        </span>
      )}
    </div>
  )
}

/**
 * Does what was pressed before there was a field to press it in: one key a drawing, as what it means depends on the rows;
 * a choice waits for rows that are loading.
 */
function useTypedAhead({ palette }: CommandLayer, view: PaletteView) {
  const next = useStore(palette.store, (state) => state.typedAhead[0])
  const isDue = next !== undefined && (!view.isLoading || view.isText(next))
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  })
  const left = useStore(palette.store, (state) => state.typedAhead.length)
  useEffect(() => {
    if (!isDue || next === undefined) return
    palette.dropTypedAhead()
    latest.current.press(next)
  }, [palette, isDue, next, left])
}
