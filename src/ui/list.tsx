// The list every queue is made of. Rows sit in recycled slots and the cursor is one overlay that is moved without
// React: a key press inside the view costs two attribute changes and no layout (figures: docs/decisions).
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
} from 'react'
import { flushSync } from 'react-dom'
import { appearance, ROW_HEIGHT } from './appearance.ts'
import { fitText, measurerOf } from './fit-text.ts'
import { CELL_PADDING, ListRow, type ListColumn, type ListSelection } from './list-row.tsx'
import { firstMounted, layOutColumns, poolSize, reveal } from './list-window.ts'

export type { ListColumn, ListSelection } from './list-row.tsx'

/** Anything that changes and can be asked for its present state, in React's own terms. */
export interface ListStore<T> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => T
}

export interface ListCursor {
  subscribe: (listener: () => void) => () => void
  /** Index of the cursor row, -1 for none. */
  get: () => number
}

export interface ListPress {
  /** Shift was held: extend the range from the anchor. */
  extend: boolean
  /** Ctrl or Cmd was held, or the check mark was pressed: toggle this row. */
  toggle: boolean
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
  onOpen: (index: number) => void
  onPointerCursor: (index: number, press: ListPress) => void
  /** Asks the source for the rows from `from` up to and without `to`. */
  ensure?: (from: number, to: number) => void
  /** How many whole rows the view holds; tells the page keys. */
  onPageSize?: (rows: number) => void
  /** Written to `data-kb-context`, by which the key dispatcher knows what has focus. */
  context?: string
  /** Takes focus when it appears. */
  autoFocus?: boolean
}

const HEADER = 28
const CHECK = 28

interface Box {
  width: number
  height: number
}

export function List<Row>(props: ListProps<Row>) {
  // rows and cursor are read while drawing and change without any prop changing, which the compiler must not cache
  'use no memo'
  const { columns, rowCount, idAt, rowAt, cursor, selection, ensure, onPageSize, autoFocus = false } = props
  const listId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  // where the view is, known without asking the page: reading scrollTop back would force a layout
  const top = useRef(0)
  const mounted = useRef(0)
  const [first, setFirst] = useState(0)
  const [box, setBox] = useState<Box>({ width: 0, height: 0 })
  const [fit, setFit] = useState(() => (text: string, _width: number) => text)
  useSyncExternalStore(props.version.subscribe, props.version.getSnapshot)
  const density = useSyncExternalStore(appearance.subscribe, appearance.density)
  const rowHeight = ROW_HEIGHT[density]
  const view = { rowHeight, rowCount, height: Math.max(0, box.height - HEADER) }
  const pool = view.height > 0 ? poolSize(view) : 0
  const start = firstMounted(first * rowHeight, view)

  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return undefined
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    const fitToFont = () => {
      const { fontSize, fontWeight, fontFamily } = getComputedStyle(element)
      const measureText = measurerOf(`${fontWeight} ${fontSize} ${fontFamily}`)
      setFit(() => (text: string, width: number) => fitText(text, width, Number.parseFloat(fontSize), measureText))
    }
    measure()
    fitToFont()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    document.fonts?.addEventListener('loadingdone', fitToFont)
    if (autoFocus) element.focus({ preventScroll: true })
    return () => {
      observer.disconnect()
      document.fonts?.removeEventListener('loadingdone', fitToFont)
    }
  }, [autoFocus])

  // a layout effect, so that the overlay stands right in the same frame as the rows it lies on
  useLayoutEffect(() => {
    const element = grid.current
    const bar = overlay.current
    if (!element || !bar || box.height === 0) return undefined
    const current = { rowHeight, rowCount, height: box.height - HEADER }
    const mountAround = (commit: (update: () => void) => void) => {
      // the state counts rows from the top of the view, so that it outlives a change of density
      const row = Math.floor(top.current / rowHeight)
      if (row === mounted.current) return
      mounted.current = row
      commit(() => setFirst(row))
    }
    const follow = (commit: (update: () => void) => void) => {
      const index = cursor.get()
      bar.hidden = index < 0 || index >= rowCount
      if (bar.hidden) {
        element.removeAttribute('aria-activedescendant')
        return
      }
      bar.style.transform = `translateY(${index * rowHeight}px)`
      const next = reveal(index, top.current, current)
      if (next !== top.current) {
        top.current = next
        element.scrollTop = next
        mountAround(commit)
      }
      element.setAttribute('aria-activedescendant', `${listId}-${index}`)
    }
    const handleScroll = () => {
      if (element.scrollTop === top.current) return
      top.current = element.scrollTop
      mountAround(flushSync)
    }
    mountAround((update) => update())
    follow((update) => update())
    const unsubscribe = cursor.subscribe(() => follow(flushSync))
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      unsubscribe()
      element.removeEventListener('scroll', handleScroll)
    }
  }, [cursor, rowHeight, rowCount, box.height, listId])

  useEffect(() => {
    if (pool > 0) ensure?.(start, start + pool)
  }, [ensure, start, pool])

  const pageRows = Math.max(1, Math.floor(view.height / rowHeight))
  useEffect(() => onPageSize?.(pageRows), [onPageSize, pageRows])

  const room = box.width - (selection ? CHECK : CELL_PADDING)
  const placed = useMemo(() => layOutColumns(columns, room), [columns, room])
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
    />
  )
  // in the order of their slots, not of their indexes, or React would move elements about while scrolling
  const rows = Array.from<ReactNode>({ length: pool })
  for (let index = start; index < start + pool; index += 1) rows[index % pool] = rowOf(index, index % pool)
  // the row the grid names as active has to be in the page even where the pointer scrolled away from it
  const active = cursor.get()
  if (active >= 0 && active < rowCount && (active < start || active >= start + pool)) rows.push(rowOf(active, 'active'))

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
      role="grid"
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
      <div role="row" aria-rowindex={1} className="list-header">
        {placed.map(({ column, pixels }) => (
          <span key={column.id} role="columnheader" data-align={column.align} style={{ inlineSize: pixels }}>
            {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
          </span>
        ))}
      </div>
      <div role="presentation" className="list-body" style={{ blockSize: rowCount * rowHeight }}>
        {rows}
        <div ref={overlay} aria-hidden="true" hidden className="list-cursor" />
      </div>
    </div>
  )
}
