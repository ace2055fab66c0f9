/** The command palette: a dialog around cmdk's bare list, with our own ranking and paging. A separate chunk. */
import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { keyLabels } from '#src/commands/keymap/keys.ts'
import { NotesToWrite } from '#src/commands/parts/notes-to-write.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { formatCount } from '#src/format/count.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { useReturnFocus } from '#src/ui/overlay/return-focus.ts'
import type { PaletteRow } from './palette-model.ts'
import { usePalette, type PaletteView } from './use-palette.ts'

const placeholder = 'Search or command'

/** Mounted while it is open. */
export function Palette() {
  const layer = useCommandLayer()
  const view = usePalette(layer)
  const input = useRef<HTMLInputElement>(null)
  const returnFocus = useReturnFocus()
  const notesId = useId()
  const current = useCurrent(view.value)
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
          <Command
            shouldFilter={false}
            vimBindings={false}
            label={view.crumbs.join(', ') || placeholder}
            disablePointerSelection
            {...current}
            onKeyDown={view.handleKey}
            className="flex min-h-0 flex-col outline-none"
          >
            <PaletteInput view={view} input={input} notesId={notesId} />
            <PaletteRows view={view} />
          </Command>
          {view.notes.length > 0 && (
            <div className="flex-none border-t border-line p-3">
              <NotesToWrite notes={view.notes} id={notesId} keys={['alt+down', 'alt+up']} />
            </div>
          )}
          <PaletteFoot view={view} layer={layer} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A value that no row has. */
const NONE = '-'

/**
 * The model says which row is current. cmdk, which chooses the first one after every key, is given it again: it trims
 * values, and takes one with another space for a change.
 */
function useCurrent(value: string) {
  const [turn, setTurn] = useState(0)
  const own = value || NONE
  return {
    value: own + ' '.repeat(turn % 2),
    onValueChange: (theirs: string) => {
      if (theirs !== own) setTurn(turn + 1)
    },
  }
}

interface PaletteInputProps {
  view: PaletteView
  input: RefObject<HTMLInputElement | null>
  notesId: string
}

function PaletteInput({ view, input, notesId }: PaletteInputProps) {
  useActiveDescendant(input)
  return (
    <div className="flex h-11 flex-none items-center gap-2 border-b border-line px-3">
      {view.crumbs.map((crumb) => (
        <span key={crumb} className="max-w-[45%] flex-none truncate text-muted">
          {crumb}
          <span aria-hidden="true"> ▸</span>
        </span>
      ))}
      <Command.Input
        ref={input}
        aria-describedby={view.notes.length > 0 ? notesId : undefined}
        // focus in the same frame: what is typed next must not be lost
        autoFocus
        value={view.query}
        onValueChange={(query) => {
          view.setQuery(query)
          input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-list]')?.scrollTo({ top: 0 })
        }}
        placeholder={view.crumbs.length === 0 ? placeholder : undefined}
        className="min-w-0 grow bg-transparent text-body outline-none"
      />
      {(view.isLoading || view.isSearching) && <span className="flex-none text-label text-muted">Loading</span>}
    </div>
  )
}

function PaletteRows({ view }: { view: PaletteView }) {
  const { rows, more, value } = view
  const total = rows.length + more

  return (
    <Command.List label="Results" className="min-h-0 overflow-y-auto py-1">
      {rows.map((row, index) => (
        <PaletteRow
          // the nodes of one answer serve the next
          // oxlint-disable-next-line react/no-array-index-key -- a row has no state of its own
          key={index}
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
    </Command.List>
  )
}

function nothingOf({ query, typed, isSearching }: PaletteView): string {
  if (query.trim() !== '') return `No results for "${query}"${isSearching ? ' on this device' : ''}.`
  return typed === null ? 'Nothing to choose from.' : `Type ${typed}.`
}

interface PaletteRowProps {
  row: PaletteRow
  isCurrent: boolean
  index: number
  total: number
  heading: string
  onChoose: (row: PaletteRow) => void
  onHover: (id: string) => void
}

function PaletteRow({ row, isCurrent, index, total, heading, onChoose, onHover }: PaletteRowProps) {
  const isDisabled = row.disabled !== null
  return (
    <>
      {heading && (
        <div role="presentation" className="px-3 pt-2 pb-0.5 text-label text-muted">
          {heading}
        </div>
      )}
      <Command.Item
        value={row.id}
        disabled={isDisabled}
        onSelect={() => onChoose(row)}
        aria-posinset={index + 1}
        aria-setsize={total}
        onMouseMove={() => !isDisabled && !isCurrent && onHover(row.id)}
        className="flex min-h-8 items-center gap-3 px-3 text-list aria-disabled:text-muted aria-selected:bg-tint aria-selected:shadow-[inset_2px_0_0_var(--color-accent)] forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
      >
        <span className="min-w-0 grow truncate">{row.title}</span>
        {row.detail && <span className="max-w-[50%] flex-none truncate text-label text-muted">{row.detail}</span>}
        {row.keys && <Kbd keys={row.keys} />}
      </Command.Item>
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
 * cmdk's reference to the highlighted row is outdated when rows change, and is written in its own commits: it is
 * corrected after every change.
 */
function useActiveDescendant(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const field = input.current
    const root = field?.closest('[cmdk-root]')
    if (!field || !root) return undefined
    const name = 'aria-activedescendant'
    const follow = () => {
      const active = root.querySelector('[cmdk-item][aria-selected="true"]')?.id ?? null
      if (active === field.getAttribute(name)) return
      if (active === null) field.removeAttribute(name)
      else field.setAttribute(name, active)
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['aria-selected', name] })
    return () => observer.disconnect()
  }, [input])
}

/**
 * Does what was pressed before there was a field to press it in: one key a drawing, as what it means depends on the rows;
 * a choice waits for rows that are loading.
 */
function useTypedAhead({ palette }: CommandLayer, view: PaletteView) {
  const keys = useStore(palette.store, (state) => state.typedAhead)
  const [next] = keys
  const isDue = next !== undefined && (!view.isLoading || view.isText(next))
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  })
  useEffect(() => {
    if (!isDue || next === undefined) return
    palette.dropTypedAhead()
    latest.current.press(next)
  }, [palette, isDue, next, keys])
}
