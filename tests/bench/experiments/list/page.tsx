// The product's list over 100,000 rows in memory; its cursor and selection are stores, as those of the queue are.
import '#src/ui/tokens.css'
import { createRoot } from 'react-dom/client'
import { createStore } from 'zustand/vanilla'
import { appearance } from '#src/ui/appearance.ts'
import { List, type ListColumn } from '#src/ui/list/list.tsx'

const SIZE = 100_000
const LEAP = 37_813
const SERVICES = ['p2p', 'wire own', 'wire third party', 'card', 'crypto', 'instant']

interface Row {
  id: string
  name: string
  service: string
  amount: number
  alerts: number
}

const rows = Array.from({ length: SIZE }, (_, i): Row => {
  const dice = Math.imul(i + 1, 0x9e3779b1) >>> 0
  return {
    id: `PX${90_000_000 + i}`,
    name: `Party ${dice % 5000} of a name that has to be cut where the column is narrow`,
    service: SERVICES[dice % SERVICES.length] ?? '',
    amount: (dice % 1_000_000) / 100,
    alerts: dice % 9,
  }
})
const columns: ListColumn<Row>[] = [
  { id: 'id', header: 'Case', width: 100, text: (row) => row.id },
  { id: 'name', header: 'Party', width: 160, grow: 1, text: (row) => row.name },
  { id: 'service', header: 'Service', width: 130, text: (row) => row.service },
  { id: 'amount', header: 'Amount', width: 110, align: 'end', text: (row) => row.amount.toFixed(2) },
  { id: 'alerts', header: 'Alerts', width: 70, align: 'end', text: (row) => `${row.alerts}` },
]

const cursor = createStore(() => ({ index: 0 }))
const selected = createStore(() => ({ ids: new Set<string>() }))
let page = 1

function toggle(): void {
  const id = rows[cursor.getState().index]?.id
  if (id === undefined) return
  const ids = new Set(selected.getState().ids)
  if (!ids.delete(id)) ids.add(id)
  selected.setState({ ids })
}

const MOVES: Record<string, (index: number) => number> = {
  j: (index) => index + 1,
  k: (index) => index - 1,
  PageDown: (index) => index + page,
  PageUp: (index) => index - page,
  Home: () => 0,
  End: () => SIZE - 1,
  g: (index) => (index + LEAP) % SIZE,
}

// the grid's own scrolling by key would be one move too many
addEventListener('keydown', (event) => {
  event.preventDefault()
  if (event.key === 'x') toggle()
  if (event.key === 'd') appearance.setDensity(appearance.density() === 'dense' ? 'comfortable' : 'dense')
  const move = MOVES[event.key]
  if (move) cursor.setState({ index: Math.max(0, Math.min(SIZE - 1, move(cursor.getState().index))) })
  if (!isNamedRowThere()) counts.dangling += 1
})

const counts = { mutations: 0, nodes: 0, dangling: 0 }

/** The row that the grid names as active is in the page and is the cursor's. */
function isNamedRowThere(): boolean {
  const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.getAttribute('aria-rowindex') === `${cursor.getState().index + 2}`
}

function isCursorInView(): boolean {
  const bar = document.querySelector('.list-cursor')?.getBoundingClientRect()
  const header = document.querySelector('.list-header')?.getBoundingClientRect()
  const row = document.elementsFromPoint(200, (bar?.top ?? 0) + 4).find((element) => element.closest('.list-row'))
  const named = row?.closest('.list-row')?.getAttribute('aria-rowindex')
  if (!bar || !header || named !== `${cursor.getState().index + 2}`) return false
  return bar.top >= header.bottom - 1 && bar.bottom <= innerHeight + 1
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <List
    label="Rows"
    columns={columns}
    rowCount={SIZE}
    idAt={(index) => rows[index]?.id}
    rowAt={(index) => rows[index]}
    version={{ subscribe: () => () => {}, getSnapshot: () => 0 }}
    cursor={{ subscribe: cursor.subscribe, get: () => cursor.getState().index }}
    selection={{ subscribe: selected.subscribe, has: (id) => selected.getState().ids.has(id) }}
    onOpen={() => {}}
    onPointerCursor={(index) => cursor.setState({ index })}
    onPageSize={(whole) => {
      page = whole
    }}
    autoFocus
  />,
)

new MutationObserver((records) => {
  counts.mutations += records.length
  for (const { addedNodes, removedNodes } of records) counts.nodes += addedNodes.length + removedNodes.length
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

Object.assign(window, {
  /** Read by the measurement, which then clears the counts. */
  state: () => ({ ...counts, index: cursor.getState().index, isThere: isNamedRowThere(), isInView: isCursorInView() }),
  clear: () => Object.assign(counts, { mutations: 0, nodes: 0, dangling: 0 }),
})
