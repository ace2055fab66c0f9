// A list of recycled slots in plain DOM, so that what differs between two runs is the way of the rows and nothing else.
import { SIZE, sharedSource, windowSource } from './sources.ts'

const HEIGHT = 24
const VISIBLE = 40
const SLOTS = 60
/** `g` leaps far from any window, as the end of the list or a search hit does. */
const STEPS: Record<string, number> = { j: 1, PageDown: VISIBLE, g: 37_813 }

const list = document.querySelector('#list') as HTMLElement
const inner = document.querySelector('#rows') as HTMLElement
inner.style.height = `${SIZE * HEIGHT}px`
const slots = Array.from({ length: SLOTS }, () => {
  const row = document.createElement('div')
  row.className = 'row'
  const cells = Array.from({ length: 7 }, () => row.appendChild(document.createElement('span')).appendChild(new Text()))
  inner.append(row)
  return { row, cells, index: -1, isFilled: false }
})
const cursor = inner.appendChild(document.createElement('div'))
cursor.className = 'cursor'

const counts = { keys: 0, frames: 0, bare: 0, long: 0 }
let active = 0
let top = 0
let isMarked = false

const engine = new Worker(new URL('./engine.ts', import.meta.url), { type: 'module' })
const source = location.hash === '#shared' ? await sharedSource(engine) : await windowSource(engine, render)

function render(): void {
  const first = Math.max(0, Math.min(SIZE - SLOTS, Math.floor(top / HEIGHT) - 10))
  for (let index = first; index < first + SLOTS; index += 1) {
    const slot = slots[index % SLOTS]
    if (slot === undefined || (slot.index === index && slot.isFilled)) continue
    if (slot.index !== index) slot.row.style.transform = `translateY(${index * HEIGHT}px)`
    const row = source.rowAt(index)
    const texts = row
      ? [`PX${row.id}`, row.name, row.service, row.status, row.amount.toFixed(2), `${row.alerts}`, `${row.at}`]
      : []
    slot.cells.forEach((cell, i) => {
      cell.data = texts[i] ?? ''
    })
    slot.index = index
    slot.isFilled = row !== undefined
  }
  source.ensure(first, first + SLOTS)
}

/** One a frame, however many keys it took. */
function mark(): void {
  if (isMarked) return
  isMarked = true
  requestAnimationFrame(() => {
    isMarked = false
    counts.frames += 1
    const seen = slots.filter(({ index }) => index * HEIGHT >= top && index < top / HEIGHT + VISIBLE)
    if (seen.some(({ isFilled }) => !isFilled)) counts.bare += 1
  })
}

addEventListener('keydown', ({ key }) => {
  const step = STEPS[key]
  if (step === undefined) return
  counts.keys += 1
  active = (active + step) % SIZE
  const bottom = Math.max(0, active + 1 - VISIBLE) * HEIGHT
  if (bottom > top || active * HEIGHT < top) {
    top = bottom
    list.scrollTop = top
    render()
  }
  cursor.style.transform = `translateY(${active * HEIGHT}px)`
  mark()
})

new PerformanceObserver((entries) => {
  counts.long += entries.getEntries().filter(({ duration }) => duration > 50).length
}).observe({ type: 'long-animation-frame' })

render()
Object.assign(window, {
  /** Read by the measurement; the text of the cursor's row proves that the right row is shown. */
  state: () => ({ ...counts, active, text: slots[active % SLOTS]?.cells[0]?.data }),
  clear: () => Object.assign(counts, { keys: 0, frames: 0, bare: 0, long: 0 }),
})
