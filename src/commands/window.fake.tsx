/** A small window with everything that commands draw, for tests: keys go where the focus is. */
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach } from 'vitest'
import { useStore } from 'zustand'
import type { OpDraft } from '#contract/ops/op.ts'
import { Announcer } from '#src/commands/announce/announcer.tsx'
import { createCommandLayer, type CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { useDispatcher } from '#src/commands/dispatcher/use-dispatcher.tsx'
import { CommandStrip } from '#src/commands/help/which-key.tsx'
import { listCommands } from '#src/commands/list/list-commands.fake.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { CommandOverlays, preloadOverlays } from '#src/commands/palette/command-overlays.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { closeDrawer, drawerStore } from '#src/ui/overlay/drawer-store.ts'
import { Drawer } from '#src/ui/overlay/drawer.tsx'
import { defineArg, defineCommand, emptyPlan, type Command, type CommandId } from './command.ts'
import { coreCommands } from './core-commands.ts'
import { arrayOrder } from './list-order.ts'
import { createFakePorts, type FakePorts } from './ports.fake.ts'
import { CommandProvider } from './provider.tsx'
import { madeUp, unsaid } from './ids.fake.ts'

// jsdom lacks these
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
  line: 'assign, give',
  count: 'rows',
  group: 'Assign',
  keywords: unsaid,
  keys: ['a'],
  args: [
    defineArg({
      name: 'manager',
      type: 'choice',
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
  id: madeUp('case.give'),
  title: 'Give…',
  group: 'Assign',
  keywords: unsaid,
  keys: ['q'],
  args: [defineArg({ name: 'manager', type: 'choice', prompt: () => 'Give to', source: () => people })],
  plan: (c) => ({
    ...emptyPlan,
    ops: c.targets.map(op),
    summary: 'all',
    instead: { title: 'only 51', plan: { ...emptyPlan, ops: c.targets.slice(0, 51).map(op), summary: 'only 51' } },
  }),
})
const atLeast = defineCommand({
  id: madeUp('case.atLeast'),
  title: 'At least…',
  group: 'View',
  keywords: unsaid,
  keys: ['w'],
  args: [
    defineArg({
      name: 'value',
      type: 'choice',
      prompt: () => 'At least',
      source: () => [],
      typed: () => 'an amount',
      create: (_, text) => ({ id: 'typed', value: text, title: text }),
    }),
  ],
  run: () => {},
})
/** Two notes a row: of its alert, and of the whole. */
export const longNote = `Seen. ${'Known payer of many years. '.repeat(8)}`
const sign = defineCommand({
  id: madeUp('case.sign'),
  title: 'Sign…',
  group: 'Triage',
  hidden: true,
  keys: ['b'],
  args: [
    defineArg({
      name: 'note',
      type: 'choice',
      isInSight: true,
      prompt: () => 'Note',
      source: () =>
        ['plain', 'stop'].map((title) => ({ id: title, value: title, title, detail: longNote.slice(0, 45) })),
    }),
  ],
  plan: (c, { note }) => ({
    ...emptyPlan,
    ops: c.targets.flatMap((id) => [
      { ...op(id), body: { note: `${longNote}(${note}, ${id})` } },
      { ...op(id), body: { note: `${id} is closed.` } },
    ]),
    summary: 'signed',
    ...(note === 'stop' && { confirm: 'Sign 1 hard stop' }),
  }),
})
const commands: readonly Command[] = [
  atLeast,
  sign,
  assign,
  give,
  defineCommand({
    id: 'nav.rules',
    title: 'Rules',
    group: 'Navigate',
    keywords: 'unsaid, give ann',
    keys: ['g r'],
    run: (c) => c.ports.navigate('/rules'),
  }),
  defineCommand({
    id: madeUp('report.send'),
    title: 'Send',
    group: 'App',
    calls: [],
    hidden: true,
    run: () => ({ announce: 'sent it' }),
  }),
  defineCommand({
    id: 'queue.search',
    title: 'Search',
    group: 'View',
    hidden: true,
    keys: ['/'],
    run: () => host.querySelector<HTMLInputElement>('[type=search]')!.focus(),
  }),
  defineCommand({
    id: 'report.run',
    title: 'Report',
    group: 'App',
    keywords: unsaid,
    disabledReason: () => 'not yours',
    run: () => {},
  }),
]

/** Words are written in the drawer 'assistant'. */
function Note() {
  const { name } = useStore(drawerStore)
  const [text, setText] = useState('')
  if (name !== 'assistant') return null
  return (
    <Drawer title="Note" onClose={closeDrawer}>
      <textarea value={text} onChange={({ target }) => setText(target.value)} />
    </Drawer>
  )
}

function Window() {
  useDispatcher()
  return (
    <>
      <CommandButton command={madeUp('report.send')} />
      <div role="grid" tabIndex={0} data-kb-context="queue list" />
      <input type="search" aria-label="Search" />
      <CommandStrip />
      <CommandOverlays />
      <Note />
      <Announcer />
    </>
  )
}

/** Commands that are still to come; null where there are none. */
export const rest: { coming: Promise<void> | null } = { coming: null }
let root: Root
export let host: HTMLElement
export let ports: FakePorts
export let layer: CommandLayer
export const state = createListState(arrayOrder(['a', 'b']))

beforeEach(async () => {
  state.moveTo(0)
  await preloadOverlays()
  ports = createFakePorts()
  layer = createCommandLayer({
    commands: [commands, coreCommands, listCommands],
    ports,
    atoms: { view: 'queue' },
    platform: 'other',
    rest: { isComing: () => rest.coming !== null, load: () => rest.coming ?? Promise.resolve() },
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
export const selectSixty = (isOn: boolean) =>
  act(async () => {
    state.clear()
    state.refresh(arrayOrder(isOn ? Array.from({ length: 60 }, (_, index) => `id${index}`) : ['a', 'b']))
    if (isOn) state.selectAll()
  })

const codes: Record<string, string> = { Enter: 'Enter', Escape: 'Escape', Backspace: 'Backspace', Tab: 'Tab' }
/** Presses keys where focus is; characters go into a focused field unless a listener used them up. */
export async function press(...keys: (string | KeyboardEventInit)[]) {
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
export function type(field: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
export const open = { key: 'k', code: 'KeyK', ctrlKey: true }
export const dialog = () => document.querySelector('[role=dialog]')
export const field = () => document.querySelector<HTMLInputElement>('[cmdk-input]')!
export const rows = () =>
  [...document.querySelectorAll('[cmdk-item]')].map((row) => row.querySelector('.truncate')?.textContent)
export const current = () => document.querySelector('[cmdk-item][aria-selected=true]')
export const ran = () => ports.queued.map(({ meta }) => meta.label)
export const uses = (): CommandId[] => ports.queued.map(({ meta }) => meta.commandId as CommandId)
