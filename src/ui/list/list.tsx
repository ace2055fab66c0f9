// The list of every queue. react-virtual selects the mounted rows, which use recycled slots; the cursor is an overlay
// moved without React: a key press inside the view costs two attribute changes and no layout (`npm run bench -- list`).
import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type HTMLAttributes,
} from 'react'
import { flushSync } from 'react-dom'
import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { appearance, ROW_HEIGHT } from '#src/ui/appearance.ts'
import { fitsWidth, measurerOf } from '#src/ui/fit-text.ts'
import { isWriting } from '#src/ui/form/is-writing.ts'
import { CELL_PADDING, ListRow, type ListColumn, type ListSelection } from './list-row.tsx'
import { ListHeader, type HeaderControl } from './list-header.tsx'
import { layOutColumns, mountedRows, OVERSCAN, poolSize, reveal } from './viewport.ts'
import { useRowFocus, type ListCursor } from './row-focus.ts'

export type { HeaderControl } from './list-header.tsx'
export type { ListColumn, ListSelection } from './list-row.tsx'

/** An external store, as React defines it. */
export interface ListStore<T> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => T
}

export interface ListPress {
  /** Shift was held: extend the range from the anchor. */
  extend: boolean
  /** Ctrl or Cmd was held, or the check mark was pressed: toggle this row. */
  toggle: boolean
}

/** A row of a tree grid: its depth, and whether its children are shown, if any. */
export interface RowLevel {
  isOpen: boolean | undefined
  level: number
}

export interface ListProps<Row> {
  /** Accessible name of the grid. */
  label: string
  /** A constant or memoised: a new array draws every row again. */
  columns: readonly ListColumn<Row>[]
  rowCount: number
  /** False where `rowCount` is only what is known so far. */
  isCountExact?: boolean
  idAt: (index: number) => string | undefined
  /** Undefined shows a skeleton. Must return the same object as long as a row has not changed. */
  rowAt: (index: number) => Row | undefined
  /** Changes whenever order or content does. */
  version: ListStore<unknown>
  cursor: ListCursor
  /** Without it the list has no check marks. */
  selection?: ListSelection
  /** Rows that are no longer part of the view but stay until it is made anew are `quiet`. */
  tone?: (row: Row) => 'quiet' | undefined
  /** A mark at the end of a row, with its text; evaluated again on every `version`. */
  mark?: (id: string) => string | undefined
  onOpen: (index: number) => void
  onPointerCursor: (index: number, press: ListPress) => void
  /** Asks the source for the rows from `from` up to and without `to`. */
  ensure?: (from: number, to: number) => void
  /** The number of whole visible rows, for the page keys. */
  onPageSize?: (rows: number) => void
  /** Written to `data-kb-context`, by which the key dispatcher knows what has focus. */
  context?: HTMLAttributes<HTMLElement>['data-kb-context']
  /** Takes focus when it appears, unless the user is typing. */
  autoFocus?: boolean
  /** The row under the cursor has the focus, in place of the list naming it. */
  isFocusMoved?: boolean
  /** For a tree grid. */
  levelOf?: ((id: string) => RowLevel) | undefined
  /** Lets the list be sorted and its columns be moved by the mouse; commands do the same. */
  header?: HeaderControl | undefined
}

const HEADER = 28
const CHECK = 28
/** Distinguishes fonts by width. */
const SAMPLE = 'Hamburgefonstiv 0123'

export function List<Row>(props: ListProps<Row>) {
  // rows and cursor are read while drawing and change without any prop changing, which the compiler must not cache
  'use no memo'
  const { columns, rowCount, idAt, rowAt, cursor, selection, ensure, onPageSize } = props
  const { autoFocus = false, isFocusMoved = false } = props
  const listId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  // the part of the grid that shows rows: all of it below the header
  const [box, setBox] = useState({ width: 0, height: 0 })
  const fit = useFontFit(grid, autoFocus)
  useSyncExternalStore(props.version.subscribe, props.version.getSnapshot)
  const density = useSyncExternalStore(appearance.subscribe, appearance.density)
  const rowHeight = ROW_HEIGHT[density]
  const pool = poolSize({ rowHeight, rowCount, height: box.height })
  const moveView = useRef((_offset: number) => {})
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getScrollElement: () => grid.current,
    rangeExtractor: (range) => mountedRows(range, pool, cursor.get()),
    observeElementRect: (instance, report) =>
      observeElementRect(instance, ({ width, height }) => {
        const rows = { width, height: Math.max(0, height - HEADER) }
        report(rows)
        setBox(rows)
      }),
    // its own observer hears of a move with the next frame, and asks the page for the layout each time; the cursor row
    // has to be mounted by the end of the key press that moved the view
    observeElementOffset: ({ scrollElement }, report) => {
      moveView.current = (offset) => report(offset, false)
      const handleScroll = () => flushSync(() => moveView.current(scrollElement?.scrollTop ?? 0))
      scrollElement?.addEventListener('scroll', handleScroll, { passive: true })
      return () => scrollElement?.removeEventListener('scroll', handleScroll)
    },
  })
  const mounted = virtualizer.getVirtualItems()
  const start = mounted[0]?.index ?? 0

  // each row it knows is as high as before: only another height makes it look again
  useLayoutEffect(() => {
    if (virtualizer.getTotalSize() !== rowCount * rowHeight) virtualizer.measure()
  }, [virtualizer, rowCount, rowHeight])

  useCursorOverlay({
    gridRef: grid,
    overlayRef: overlay,
    moveViewRef: moveView,
    cursor,
    virtualizer,
    rowHeight,
    rowCount,
    height: box.height,
    listId,
    isFocusMoved,
  })
  useRowFocus(grid, { isOn: isFocusMoved, cursor, listId })

  useEffect(() => {
    if (pool > 0) ensure?.(start, start + pool)
  }, [ensure, start, pool])

  const pageRows = Math.max(1, Math.floor(box.height / rowHeight))
  useEffect(() => onPageSize?.(pageRows), [onPageSize, pageRows])

  const room = box.width - (selection ? CHECK : CELL_PADDING)
  const placed = useMemo(() => layOutColumns(columns, room), [columns, room])
  const markOf = (index: number) => {
    const id = props.mark && idAt(index)
    return id === undefined ? undefined : props.mark?.(id)
  }
  const rowOf = (index: number, key: string | number) => (
    <ListRow
      key={key}
      domId={`${listId}-${index}`}
      index={index}
      top={index * rowHeight}
      id={idAt(index)}
      row={rowAt(index)}
      columns={placed}
      selection={selection}
      fit={fit}
      tone={props.tone}
      mark={markOf(index)}
      {...props.levelOf?.(idAt(index) ?? '')}
    />
  )
  // in the order of their slots, not of their indexes, or React would move elements about while scrolling
  const rows = Array.from<ReactNode>({ length: pool })
  mounted.forEach(({ index }, i) => {
    if (i < pool) rows[index % pool] = rowOf(index, index % pool)
    else rows.push(rowOf(index, 'cursor'))
  })

  const handleClick = (event: MouseEvent<HTMLDivElement>) => {
    const row = (event.target as Element).closest<HTMLElement>('.list-row')
    if (!row) return
    const index = Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) - 2
    if (event.detail === 2 && !event.shiftKey) return props.onOpen(index)
    const onCheck = selection !== undefined && event.clientX - row.getBoundingClientRect().left < CHECK
    props.onPointerCursor(index, { extend: event.shiftKey, toggle: onCheck || event.ctrlKey || event.metaKey })
  }

  return (
    <div
      ref={grid}
      role={props.levelOf ? 'treegrid' : 'grid'}
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.isCountExact === false ? -1 : rowCount + 1}
      aria-colcount={placed.length}
      aria-multiselectable={selection ? true : undefined}
      data-kb-context={props.context}
      data-checks={selection ? '' : undefined}
      className="list"
      onClick={handleClick}
    >
      <ListHeader placed={placed} control={props.header} />
      <div role="presentation" className="list-body" style={{ blockSize: rowCount * rowHeight }}>
        {rows}
        <div ref={overlay} aria-hidden="true" hidden className="list-cursor" />
      </div>
    </div>
  )
}

/** True if a text fits a width in the face of the list, which may arrive later. Takes the focus where it should. */
function useFontFit(gridRef: RefObject<HTMLDivElement | null>, autoFocus: boolean) {
  const [fit, setFit] = useState(() => (_text: string, _width: number) => true)
  useLayoutEffect(() => {
    const element = gridRef.current
    if (!element) return undefined
    let drawn = 0
    const fitToFont = () => {
      const { fontSize, fontWeight, fontFamily } = getComputedStyle(element)
      const measureText = measurerOf(`${fontWeight} ${fontSize} ${fontFamily}`)
      // the face that arrived may be another one: no row is drawn again for it
      const width = measureText(SAMPLE)
      if (width === drawn) return
      drawn = width
      setFit(() => (text: string, width: number) => fitsWidth(text, width, Number.parseFloat(fontSize), measureText))
    }
    fitToFont()
    document.fonts?.addEventListener('loadingdone', fitToFont)
    if (autoFocus && !isWriting()) element.focus({ preventScroll: true })
    return () => document.fonts?.removeEventListener('loadingdone', fitToFont)
  }, [gridRef, autoFocus])
  return fit
}

interface CursorOverlay {
  gridRef: RefObject<HTMLDivElement | null>
  overlayRef: RefObject<HTMLDivElement | null>
  moveViewRef: RefObject<(offset: number) => void>
  cursor: ListCursor
  virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>
  rowHeight: number
  rowCount: number
  height: number
  listId: string
  isFocusMoved: boolean
}

/** Keeps the bar of the cursor on its row, and its row in view. */
function useCursorOverlay(props: CursorOverlay) {
  const { gridRef, overlayRef, moveViewRef, cursor, virtualizer, rowHeight, rowCount, height, listId, isFocusMoved } =
    props
  // a layout effect, so that the overlay moves in the same frame as its rows
  useLayoutEffect(() => {
    const element = gridRef.current
    const bar = overlayRef.current
    if (!element || !bar || height === 0) return undefined
    const follow = (commit: (update: () => void) => void) => {
      const index = cursor.get()
      bar.hidden = index < 0 || index >= rowCount
      if (bar.hidden) {
        element.removeAttribute('aria-activedescendant')
        return
      }
      bar.style.transform = `translateY(${index * rowHeight}px)`
      // the scroll position without reading scrollTop, which would force a layout
      const top = virtualizer.scrollOffset ?? 0
      const next = reveal(index, top, { rowHeight, height })
      if (next !== top) {
        element.scrollTop = next
        commit(() => moveViewRef.current(next))
      }
      if (isFocusMoved) element.removeAttribute('aria-activedescendant')
      else element.setAttribute('aria-activedescendant', `${listId}-${index}`)
    }
    follow((update) => update())
    return cursor.subscribe(() => follow(flushSync))
  }, [gridRef, overlayRef, moveViewRef, cursor, virtualizer, rowHeight, rowCount, height, listId, isFocusMoved])
}
