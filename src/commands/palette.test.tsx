import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpDraft } from '#contract/ops/op.ts'
import { drawerStore, openDrawer } from '#src/ui/drawer-store.ts'
import { Announcer } from './announcer.tsx'
import { defineArg, defineCommand, emptyPlan, type Command, type CommandId } from './command.ts'
import { coreCommands } from './core-commands.ts'
import { createCommandLayer, type CommandLayer } from './layer.ts'
import { listCommands } from './list-commands.ts'
import { createListState } from './list-state.ts'
import { arrayOrder } from './order.ts'
import { CommandOverlays, preloadOverlays } from './palette-host.tsx'
import { createFakePorts, type FakePorts } from './ports.fake.ts'
import { CommandButton } from './command-button.tsx'
import { CommandProvider } from './provider.tsx'
import { bounce } from './run.ts'
import { useDispatcher } from './use-dispatcher.tsx'
import { idleBefore } from './use-remote.ts'
import { CommandStrip } from './which-key.tsx'

// what jsdom has not
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}

const op = (id: string): OpDraft => ({
  kind: 'test',
  target: { platform: 'PX', customerId: 'u', caseId: id },
  body: {},
})
const people = ['Ann', 'Bo', 'Chandra'].map((title) => ({ id: title, value: title, title }))
const assign = defineCommand({
  id: 'case.assign',
  title: (c) => `Assign ${c.targets.length} cases…`,
  shortTitle: 'Assign',
  group: 'Assign',
  keys: ['a'],
  args: [
    defineArg({
      name: 'manager',
      type: 'manager',
      prompt: (c) => `Assign ${c.targets.length} to`,
      source: () => people,
    }),
    defineArg({
      name: 'note',
      type: 'text',
      prompt: () => 'With note',
      source: () => [],
      optional: true,
      create: (_, text) => ({ id: text, value: text, title: text }),
    }),
  ],
  plan: (c, a) => ({
    ...emptyPlan,
    ops: c.targets.map(op),
    summary: `${c.targets.join(' ')} → ${a.manager}${a.note ? `: ${a.note}` : ''}`,
    ...(a.manager === 'Bo' && { confirm: 'Bo is away' }),
  }),
})
const give = defineCommand({
  id: 'case.give',
  title: 'Give…',
  group: 'Assign',
  keys: ['q'],
  args: [defineArg({ name: 'manager', type: 'manager', prompt: () => 'Give to', source: () => people })],
  plan: (c) => ({
    ...emptyPlan,
    ops: c.targets.map(op),
    summary: 'all',
    instead: { title: 'only 51', plan: { ...emptyPlan, ops: c.targets.slice(0, 51).map(op), summary: 'only 51' } },
  }),
})
const commands: readonly Command[] = [
  assign,
  give,
  defineCommand({
    id: 'nav.rules',
    title: 'Rules',
    group: 'Navigate',
    keys: ['g r'],
    run: (c) => c.ports.navigate('/rules'),
  }),
  defineCommand({
    id: 'report.send',
    title: 'Send',
    group: 'App',
    offline: 'block',
    hidden: true,
    run: () => ({ announce: 'sent it' }),
  }),
  defineCommand({ id: 'report.run', title: 'Report', group: 'App', disabledReason: () => 'not yours', run: () => {} }),
]

function Window() {
  useDispatcher()
  return (
    <>
      <CommandButton command="report.send" />
      <div role="grid" tabIndex={0} data-kb-context="queue list" />
      <CommandStrip />
      <CommandOverlays />
      <Announcer />
    </>
  )
}

let root: Root
let host: HTMLElement
let ports: FakePorts
let layer: CommandLayer
const state = createListState(arrayOrder(['a', 'b']))

beforeEach(async () => {
  state.moveTo(0)
  await preloadOverlays()
  ports = createFakePorts()
  layer = createCommandLayer({
    commands: [commands, coreCommands, listCommands],
    ports,
    atoms: { view: 'queue' },
    platform: 'other',
  })
  layer.context.pushList({ name: 'Cases', state, noun: ['case', 'cases'], rowOf: () => undefined })
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await act(async () =>
    root.render(
      <CommandProvider layer={layer}>
        <Window />
      </CommandProvider>,
    ),
  )
  host.querySelector<HTMLElement>('[role=grid]')!.focus()
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

/** Sixty rows, all selected; or the two there were. */
const selectSixty = (isOn: boolean) =>
  act(async () => {
    state.clear()
    state.refresh(arrayOrder(isOn ? Array.from({ length: 60 }, (_, index) => `id${index}`) : ['a', 'b']))
    if (isOn) state.selectAll()
  })

const codes: Record<string, string> = { Enter: 'Enter', Escape: 'Escape', Backspace: 'Backspace', Tab: 'Tab' }
/** Presses keys where focus is; characters go into a focused field unless a listener used them up. */
async function press(...keys: (string | KeyboardEventInit)[]) {
  for (const one of keys) {
    const init = typeof one === 'string' ? { key: one, code: codes[one] ?? `Key${one.toUpperCase()}` } : one
    await act(async () => {
      const target = document.activeElement ?? document.body
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init })
      const isLetThrough = target.dispatchEvent(event)
      if (isLetThrough && target instanceof HTMLInputElement && init.key?.length === 1 && !init.ctrlKey)
        type(target, target.value + init.key)
      await Promise.resolve()
    })
  }
}
function type(field: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const open = { key: 'k', code: 'KeyK', ctrlKey: true }
const dialog = () => document.querySelector('[role=dialog]')
const field = () => document.querySelector<HTMLInputElement>('[cmdk-input]')!
const rows = () =>
  [...document.querySelectorAll('[cmdk-item]')].map((row) => row.querySelector('.truncate')?.textContent)
const current = () => document.querySelector('[cmdk-item][aria-selected=true]')
const ran = () => ports.queued.map(({ meta }) => meta.label)
const uses = (): CommandId[] => ports.queued.map(({ meta }) => meta.commandId as CommandId)

describe('the palette', () => {
  test('is a dialog with its name, focus in it, and gives focus back', async () => {
    await press(open)
    expect([dialog()?.getAttribute('aria-label'), document.activeElement]).toEqual(['Command palette', field()])
    await press('Escape')
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect([dialog(), document.activeElement?.getAttribute('role')]).toEqual([null, 'grid'])
  })

  test('shows what cannot be used now last, greyed and with the reason', async () => {
    await press(open)
    const last = [...document.querySelectorAll('[cmdk-item]')].at(-1)!
    expect([last.textContent, last.getAttribute('aria-disabled')]).toEqual(['Reportnot yours', 'true'])
  })

  test('narrows as one types, and says when nothing fits', async () => {
    await press(open, ...'rul')
    expect(rows()).toEqual(['Rules'])
    await press(...'zzz')
    expect([rows(), dialog()?.textContent]).toEqual([[], expect.stringContaining('Nothing fits "rulzzz"')])
  })

  test('names the highlighted row as active, after every key', async () => {
    await press(open)
    for (const key of ['a', 'Backspace', 'ArrowDown', 'ArrowDown', 'r']) {
      await press(key)
      expect(field().getAttribute('aria-activedescendant')).toBe(current()?.id)
      expect(current()?.isConnected).toBe(true)
    }
  })

  test('runs a command and points out its key', async () => {
    await press(open, ...'rul', 'Enter')
    expect([ports.visited, dialog()]).toEqual([['/rules'], null])
  })

  test('finds things as well as commands', async () => {
    ports.hits.push({ kind: 'case', id: 'PX7', title: 'PX7 Acme', href: '/cases/PX7' })
    await press(open, ...'#px7')
    expect(rows()).toEqual(['PX7 Acme'])
    await press('Enter')
    expect(ports.visited).toEqual(['/cases/PX7'])
  })

  test('appends what the server finds once the hand rests, and moves nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ports.hits.push({ kind: 'case', id: 'PX7', title: 'PX7 Acme', href: '/cases/PX7' })
    ports.remote.push(ports.hits[0]!, { kind: 'case', id: 'PX70', title: 'PX70 Acme', href: '/cases/PX70' })
    await press(open, ...'#acm')
    expect(rows()).toEqual(['PX7 Acme'])
    const before = current()?.id
    await act(async () => vi.advanceTimersByTime(idleBefore))
    vi.useRealTimers()
    expect([rows(), current()?.id]).toEqual([['PX7 Acme', 'PX70 Acme'], before])
    expect(dialog()?.textContent).toContain('Cases on the server')
    await press('End')
    expect(field().getAttribute('aria-activedescendant')).toBe(current()?.id)
    await press('Enter')
    expect(ports.visited).toEqual(['/cases/PX70'])
  })

  test('draws fifty rows in all, with room for what the server finds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hit = (id: string) => ({ kind: 'case', id, title: `${id} Acme`, href: `/cases/${id}` }) as const
    ports.hits.push(...Array.from({ length: 60 }, (_, index) => hit(`PX${index}`)))
    ports.remote.push(...Array.from({ length: 60 }, (_, index) => hit(`PY${index}`)))
    await press(open, ...'#acm')
    await act(async () => vi.advanceTimersByTime(idleBefore))
    vi.useRealTimers()
    expect([rows().length, rows().filter((row) => row?.startsWith('PY')).length]).toEqual([50, 10])
    expect(dialog()?.textContent).toContain('and 70 more')
  })

  test('takes what is typed before it has focus', async () => {
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      for (const key of ['k', 'r', 'u']) {
        const init = { key, code: `Key${key.toUpperCase()}`, ctrlKey: key === 'k', bubbles: true, cancelable: true }
        grid.dispatchEvent(new KeyboardEvent('keydown', init))
      }
    })
    expect([field().value, rows()[0]]).toEqual(['ru', 'Rules'])
  })

  test('takes a digit and Enter, pressed before it has focus, for what they would have been', async () => {
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      const keys = [
        { key: 'a', code: 'KeyA' },
        { key: '3', code: 'Digit3' },
        { key: 'Enter', code: 'Enter' },
      ]
      for (const init of keys)
        grid.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
    })
    expect([ran(), dialog()]).toEqual([['a → Chandra'], null])
  })

  test('takes a digit on its first page, while nothing is typed, for the entry at that place', async () => {
    await press(open)
    const at = rows().findIndex((title) => title?.startsWith('Assign'))
    await press(String(at + 1))
    expect(dialog()?.textContent).toContain('Assign 1 to ▸')
    await press('Escape', 'r', '1')
    expect(field().value).toBe('r1')
  })

  test('is closed by the key that opened it', async () => {
    await press(open, open)
    expect(dialog()).toBeNull()
  })
})

describe('argument pages', () => {
  test('Escape goes back a page before it closes', async () => {
    await press(open, ...'assign', 'Enter')
    expect(rows()).toEqual(['Ann', 'Bo', 'Chandra'])
    await press('Enter')
    expect(dialog()?.textContent).toContain('Ann ▸')
    await press('Escape')
    expect([rows(), dialog()?.textContent]).toEqual([
      ['Ann', 'Bo', 'Chandra'],
      expect.stringContaining('Assign 1 to ▸'),
    ])
    await press('Escape')
    expect(rows()).toContain('Rules')
    await press('Escape')
    expect([dialog(), ports.queued]).toEqual([null, []])
  })

  test('opened by the key of the command, the first Escape closes', async () => {
    await press('a')
    expect(rows()).toEqual(['Ann', 'Bo', 'Chandra'])
    await press('Escape')
    expect(dialog()).toBeNull()
  })

  test('a digit picks on an empty query, and is text otherwise', async () => {
    await press('a', { key: '3', code: 'Digit3' })
    expect(dialog()?.textContent).toContain('Chandra ▸')
    await press(...'ok', { key: '3', code: 'Digit3' }, 'Enter')
    expect(ran()).toEqual(['a → Chandra: ok3'])
  })

  test('a digit after other text picks nothing', async () => {
    await press('a', 'n', { key: '1', code: 'Digit1' })
    expect([field().value, rows()]).toEqual(['n1', []])
  })

  test('an optional argument is passed over with Enter', async () => {
    await press('a', 'c', 'h', 'Enter', 'Enter')
    expect([ran(), dialog()]).toEqual([['a → Chandra'], null])
  })

  test('Backspace on an empty query goes back', async () => {
    await press('a', 'Enter', 'Backspace')
    expect(rows()).toEqual(['Ann', 'Bo', 'Chandra'])
  })

  test('what has to be confirmed takes a second Enter, not a bouncing one', async () => {
    await press('a', 'b', 'Enter', 'Enter')
    expect([ran(), dialog()?.textContent]).toEqual([[], expect.stringContaining('Bo is away')])
    await press('Enter')
    expect(ran()).toEqual([])
    ports.clock.now += bounce
    await press('Enter')
    expect(uses()).toEqual(['case.assign'])
  })

  test('what is offered instead, once it is asked about, is what Enter confirms', async () => {
    await selectSixty(true)
    await press('q', { key: 'Enter', code: 'Enter', shiftKey: true })
    expect(dialog()?.textContent).toContain('51 writes')
    ports.clock.now += bounce
    await press('Enter')
    await selectSixty(false)
    expect(ports.queued.map(({ ops, meta }) => [ops.length, meta.label])).toEqual([[51, 'only 51']])
  })

  test('the digit that chose a row does not answer what is asked of it', async () => {
    await selectSixty(true)
    await press('q', { key: '2', code: 'Digit2' })
    ports.clock.now += bounce
    await press({ key: '2', code: 'Digit2' })
    expect(ran()).toEqual([])
    await press('Enter')
    await selectSixty(false)
    expect(ports.queued).toHaveLength(1)
  })

  test('a held Enter chooses once', async () => {
    await press('a', 'Enter', { key: 'Enter', code: 'Enter', repeat: true })
    expect([ran(), dialog()?.textContent]).toEqual([[], expect.stringContaining('Ann ▸')])
  })

  test('with mod it stays open for the next', async () => {
    await press('a', 'Enter', { key: 'Enter', code: 'Enter', ctrlKey: true })
    expect([ran(), rows()]).toEqual([['a → Ann'], ['Ann', 'Bo', 'Chandra']])
  })
})

describe('the status line', () => {
  test('asks, and any key but Enter withdraws the question', async () => {
    const how = { source: 'key', args: { manager: 'Bo', note: undefined } } as const
    await act(async () => layer.runner.execute('case.assign', how))
    await press('Shift')
    expect(host.textContent).toContain('Bo is away')
    await press('j')
    expect(host.querySelector('strong')).toBeNull()
    ports.clock.now += bounce
    await press('Enter')
    expect(ran()).toEqual([])
  })

  test('asks, and only a fresh Enter answers', async () => {
    const how = { source: 'key', args: { manager: 'Bo', note: undefined } } as const
    await act(async () => layer.runner.execute('case.assign', how))
    ports.clock.now += bounce
    await press({ key: 'Enter', code: 'Enter', repeat: true })
    expect(ran()).toEqual([])
    await press('Enter')
    expect(ran()).toEqual(['a → Bo'])
  })

  test('asks whether a selection outlives its filter, and Enter opens nothing', async () => {
    await act(async () => {
      state.select(['a'])
      state.reset(arrayOrder(['b', 'c']))
    })
    expect(host.textContent).toContain('1 selected from the previous filter')
    await press('Enter')
    expect(host.textContent).not.toContain('previous filter')
    expect(state.targets()).toEqual(['a'])
    await act(async () => state.reset(arrayOrder(['a', 'b'])))
    await press('Escape')
    expect(state.selection.getState().ids.size).toBe(0)
  })

  test('shows the keys typed, and undo while it is held', async () => {
    await press('g')
    expect(host.textContent).toContain('g')
    await press('Escape', 'a', '1', 'Enter')
    expect(host.textContent).toContain('a → Annz undo 10 s')
    await press('z')
    expect(host.textContent).toContain('Undone: a → Ann')
    expect(host.textContent).not.toContain('z undo')
  })
})

test('what is typed before a drawer is drawn is no command, and Escape closes it', async () => {
  await act(async () => openDrawer('case comment'))
  await press('j', 'z', 'a')
  expect([state.cursor.getState().id, dialog(), drawerStore.getState().typedAhead]).toEqual(['a', null, 'jza'])
  await press('Escape')
  expect(drawerStore.getState().isOpen).toBe(false)
})

describe('the which-key panel', () => {
  const panel = () => [...document.querySelectorAll('[role=group] p')].map((line) => line.textContent)
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('comes when the hand hesitates, also where the key has only just been learnt, and goes with Escape', async () => {
    await press({ key: '*', code: 'BracketRight' })
    expect(panel()).toEqual([])
    await act(async () => vi.advanceTimersByTime(350))
    expect(panel()).toEqual(expect.arrayContaining(['aaSelect all loaded', 'nnSelect none']))
    await act(async () => vi.advanceTimersByTime(60_000))
    expect(panel().length).toBeGreaterThan(0)
    await press('Escape')
    expect(panel()).toEqual([])
  })
})

describe('the announcer', () => {
  const polite = () => host.querySelector('[aria-live=polite]')!.textContent
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('says one thing a second: everything written, and of the rest the last', async () => {
    await act(async () => {
      layer.notices.say('Row 1')
      layer.notices.say('Did a', { isOfWrite: true })
      layer.notices.say('Row 2')
      layer.notices.say('Did b', { isOfWrite: true })
      layer.notices.say('Row 3')
      layer.notices.say('Row 4')
    })
    expect(polite().trim()).toBe('Row 1')
    await act(async () => vi.advanceTimersByTime(1000))
    expect(polite().trim()).toBe('Did a. Did b. Row 4')
  })

  test('says errors at once', async () => {
    await act(async () => {
      layer.notices.say('Row 1')
      layer.notices.fail('The disk is full')
    })
    expect(host.querySelector('[aria-live=assertive]')!.textContent.trim()).toBe('The disk is full')
  })
})

const lines = () => [...document.querySelectorAll('dt')].map((line) => line.textContent)

test('undo names what it would take back where something else was said since', async () => {
  await press('a', '1', 'Enter')
  await act(async () => layer.notices.say('Copied'))
  expect(host.textContent).toContain('Copiedz undo "a → Ann" 10 s')
})

test('a write says that it waits for a connection, and later when it went out', async () => {
  await press('a', '1', 'Enter')
  await act(async () => layer.context.set({ offline: true }))
  expect(host.textContent).toContain('will be sent when online')
  await act(async () => ports.send('g1', 1))
  expect(host.textContent).toMatch(/a → Annsent \d\d:\d\d/)
})

test('a key that a control has used up is not a command', async () => {
  const grid = host.querySelector<HTMLElement>('[role=grid]')!
  const useUp = (event: Event) => event.preventDefault()
  grid.addEventListener('keydown', useUp)
  await press('j')
  grid.removeEventListener('keydown', useUp)
  expect(state.cursor.getState().id).toBe('a')
  await press('j')
  expect(state.cursor.getState().id).toBe('b')
})

test('a button follows what its command says, and pressing it tells why not', async () => {
  const button = () => host.querySelector('button')!
  expect([button().textContent, button().getAttribute('aria-disabled')]).toEqual(['Send', null])
  await act(async () => layer.context.set({ offline: true }))
  expect([button().title, button().getAttribute('aria-disabled')]).toEqual(['Needs a connection', 'true'])
  await act(async () => button().click())
  expect(host.textContent).toContain('Send: Needs a connection')
  await act(async () => layer.context.set({ offline: false }))
  await act(async () => button().click())
  expect(host.textContent).toContain('sent it')
})

describe('the cheatsheet', () => {
  test('shows what works here, and finds it by its key', async () => {
    await press({ key: '?', code: 'Slash', shiftKey: true })
    expect(lines()).toEqual(expect.arrayContaining(['Assign', 'Rules', 'Next row']))
    await press('a')
    expect(lines()).toEqual(['Assign'])
  })

  test('a chord is asked for by pressing it', async () => {
    await press({ key: 'F1', code: 'F1' }, { key: 'z', code: 'KeyZ', ctrlKey: true, shiftKey: true })
    expect(lines()).toEqual(['Redo'])
  })

  test('Escape closes it before it is drawn', async () => {
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      for (const key of ['F1', 'Escape'])
        grid.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
    })
    expect([dialog(), layer.help.getState().isOpen]).toEqual([null, false])
  })

  test('Escape empties the search, then closes', async () => {
    await press({ key: 'F1', code: 'F1' }, 'a', 'Escape')
    expect(lines().length).toBeGreaterThan(3)
    await press('Escape')
    expect(dialog()).toBeNull()
  })
})
