import { unsaid } from '#src/commands/ids.fake.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { defineArg, defineCommand } from '#src/commands/command.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { bounce } from '#src/commands/runner.ts'
import { dialog, host, layer, open, ports, press, ran, rest, state } from '#src/commands/window.fake.tsx'
import { closeDrawer, drawerStore, openDrawer } from '#src/ui/overlay/drawer-store.ts'

const named = (title: string) => ({ id: title, value: title, title })

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

  test('asks, and only a new Enter press answers', async () => {
    const how = { source: 'key', args: { manager: 'Bo', note: undefined } } as const
    await act(async () => layer.runner.execute('case.assign', how))
    ports.clock.now += bounce
    await press({ key: 'Enter', code: 'Enter', repeat: true })
    expect(ran()).toEqual([])
    await press('Enter')
    expect(ran()).toEqual(['a → Bo'])
  })

  test('asks whether a selection survives its filter, and Enter opens nothing', async () => {
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

  test('shows typed keys, and undo while operations are held', async () => {
    await press('g')
    expect(host.textContent).toContain('g')
    await press('Escape', 'a', '1', 'Enter')
    expect(host.textContent).toContain('a → Annz undo 10 s')
    await press('z')
    expect(host.textContent).toContain('Undone: a → Ann')
    expect(host.textContent).not.toContain('z undo')
  })
})

test('keys typed before a drawer is drawn are no commands, and Escape closes it', async () => {
  await act(async () => openDrawer('quality review', { platform: 'demo' }))
  await press('j', 'z', 'a')
  expect([state.cursor.getState().id, dialog(), drawerStore.getState().typedAhead]).toEqual(['a', null, 'jza'])
  await press('Escape')
  expect(drawerStore.getState().isOpen).toBe(false)
})

test('delayed keys are typed where a held key leads', async () => {
  const search = host.querySelector<HTMLInputElement>('[type=search]')!
  const closing = layer.gate.close()
  await press('j', '/', 'z', 'a')
  expect([document.activeElement === search, state.cursor.getState().id]).toEqual([false, 'a'])
  await act(async () => closing.open())
  expect([document.activeElement === search, state.cursor.getState().id]).toEqual([true, 'b'])
  expect([search.value, ran()]).toEqual(['za', []])
})

test('delayed keys choose in the palette that a held key opens, though its rows are still to be drawn', async () => {
  // drawn at once from the second time on
  await press(open, 'Escape')
  const closing = layer.gate.close()
  await press('a', ...'ann', 'Enter', 'Enter')
  await act(async () => closing.open())
  expect([dialog(), ran()]).toEqual([null, ['a → Ann']])
})

test('a line that is typed before its command is loaded keeps its last key, however long it is', async () => {
  await press(open, 'Escape')
  let arrive = () => {}
  rest.coming = new Promise<void>((resolve) => (arrive = resolve))
  const asked: string[] = []
  await press('e', ...'status', 'Enter', ...'awaiting approval', 'Enter')
  await act(async () => {
    layer.registry.add([
      [
        defineCommand({
          id: 'contract.addFilter',
          title: 'Add a filter…',
          group: 'View',
          keywords: unsaid,
          keys: ['e'],
          args: [
            defineArg({ name: 'field', type: 'choice', prompt: () => 'Filter by', source: () => [named('Status')] }),
            defineArg({
              name: 'value',
              type: 'choice',
              prompt: () => 'is',
              source: async () => [named('Signed'), named('Awaiting Approval')],
            }),
          ],
          run: (_, { field, value }) => void asked.push(`${field} ${value}`),
        }),
      ],
    ])
    rest.coming = null
    arrive()
  })
  expect([dialog(), asked]).toEqual([null, ['Status Awaiting Approval']])
})

test('keys that correct delayed text or move in its rows are delayed with it', async () => {
  await press(open, 'Escape')
  const closing = layer.gate.close()
  await press('a', ...'bx', 'Backspace', 'Backspace', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter', 'Enter')
  await act(async () => closing.open())
  expect(dialog()?.textContent).toContain('Bo is away')
})

test('keys delayed in vain are dropped with a message, and the next key is answered', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  rest.coming = new Promise<void>(() => {})
  await press('g', 'q', 'j')
  await act(async () => vi.advanceTimersByTime(9_000))
  expect([layer.gate.isClosed(), layer.notices.store.getState().notice]).toEqual([true, null])
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(layer.notices.store.getState().notice?.text).toContain('were ignored')
  rest.coming = null
  expect(state.cursor.getState().id).toBe('a')
  await press('j')
  expect(state.cursor.getState().id).toBe('b')
})

test('an unloaded sequence and the keys after it wait for its commands', async () => {
  const went: string[] = []
  const run = () => void went.push('rules')
  let arrive = () => {}
  rest.coming = new Promise<void>((resolve) => (arrive = resolve))
  await press('g', 'q', 'j')
  expect([went, state.cursor.getState().id]).toEqual([[], 'a'])
  await act(async () => {
    layer.registry.add([
      [defineCommand({ id: 'nav.test', title: 'Rules', group: 'Navigate', keywords: unsaid, keys: ['g q'], run })],
    ])
    rest.coming = null
    arrive()
  })
  expect([went, state.cursor.getState().id]).toEqual([['rules'], 'b'])
})

test('a key without a command does nothing while commands fail to load, and the next key works', async () => {
  let giveUp = () => {}
  rest.coming = new Promise<void>((resolve) => (giveUp = resolve))
  await press('g', 'ß', 'j')
  await act(async () => {
    rest.coming = null
    giveUp()
  })
  expect(state.cursor.getState().id).toBe('b')
})

test('a drawer has the focus as soon as it is drawn, and receives what was typed meanwhile', async () => {
  const grid = document.activeElement!
  const strike = (key: string) =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
    )
  await act(async () => {
    openDrawer('assistant', null)
    for (const key of ['j', 'z']) strike(key)
    expect(document.activeElement).toBe(grid)
  })
  expect(document.activeElement).toBe(document.querySelector('textarea'))
  expect(document.querySelector('textarea')!.value).toBe('jz')
  // no command: the text has it
  expect([strike('j'), state.cursor.getState().id]).toEqual([true, 'a'])
  await act(async () => closeDrawer())
})

test('a drawer that opens on another record has the focus again', async () => {
  await act(async () => openDrawer('assistant', null))
  await act(async () => openDrawer('assistant', null, '480px'))
  expect(drawerStore.getState().isEntered).toBe(true)
  await act(async () => closeDrawer())
})

describe('the which-key panel', () => {
  const panel = () => [...document.querySelectorAll('[role=group] p')].map((line) => line.textContent)
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('appears after a pause, also for a newly learnt key, and closes with Escape', async () => {
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

  test('announces one message a second: every change, and the last of the rest', async () => {
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

  test('announces errors at once', async () => {
    await act(async () => {
      layer.notices.say('Row 1')
      layer.notices.fail('The disk is full')
    })
    expect(host.querySelector('[aria-live=assertive]')!.textContent.trim()).toBe('The disk is full')
  })
})

const lines = () => [...document.querySelectorAll('dt')].map((line) => line.textContent)

test('undo names what it would undo after another message', async () => {
  await press('a', '1', 'Enter')
  await act(async () => layer.notices.say('Copied'))
  expect(host.textContent).toContain('Copiedz undo "a → Ann" 10 s')
})

test('a change says that it waits for a connection, and later that it was sent', async () => {
  await press('a', '1', 'Enter')
  const group = ports.groups.get('g1')!
  ports.groups.set('g1', { ...group, writing: 1 })
  await act(async () => {
    layer.context.set({ offline: true })
    ports.send('g1', 0)
  })
  // not on the disk yet: nothing is promised
  expect(host.textContent).toContain('saving')
  expect(host.textContent).not.toContain('will be sent')
  ports.groups.set('g1', group)
  await act(async () => ports.send('g1', 0))
  expect(host.textContent).toContain('will be sent when online')
  await act(async () => ports.send('g1', 1))
  expect(host.textContent).toMatch(/a → Annsent \d\d:\d\d/)
})

test('a key that a control has handled is not a command', async () => {
  const grid = host.querySelector<HTMLElement>('[role=grid]')!
  const useUp = (event: Event) => event.preventDefault()
  grid.addEventListener('keydown', useUp)
  await press('j')
  grid.removeEventListener('keydown', useUp)
  expect(state.cursor.getState().id).toBe('a')
  await press('j')
  expect(state.cursor.getState().id).toBe('b')
})

test('a button follows its command’s state, and explains when it cannot be used', async () => {
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
  test('shows the commands that work here, and finds one by its key', async () => {
    await press({ key: '?', code: 'Slash', shiftKey: true })
    expect(lines()).toEqual(expect.arrayContaining(['Assign', 'Rules', 'Next row']))
    await press('a')
    expect(lines()).toEqual(['Assign'])
  })

  test('a chord is searched by pressing it', async () => {
    await press({ key: 'F1', code: 'F1' }, { key: 'z', code: 'KeyZ', ctrlKey: true, shiftKey: true })
    expect(lines()).toEqual(['Redo'])
  })

  test('is printed by a key that it lists, also from its search', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const ctrlP = { key: 'p', code: 'KeyP', ctrlKey: true }
    await press(ctrlP)
    expect(print).not.toHaveBeenCalled()
    await press({ key: 'F1', code: 'F1' })
    expect(lines()).toContain('Print keys')
    await press(ctrlP)
    expect(print).toHaveBeenCalledOnce()
    await act(async () => document.querySelector<HTMLElement>('[aria-label^="Print one page"]')!.click())
    expect(print).toHaveBeenCalledTimes(2)
    print.mockRestore()
  })

  test('closes with Escape before it is drawn', async () => {
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      for (const key of ['F1', 'Escape'])
        grid.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
    })
    expect([dialog(), layer.help.getState().isOpen]).toEqual([null, false])
  })

  test('Escape clears the search, then closes', async () => {
    await press({ key: 'F1', code: 'F1' }, 'a', 'Escape')
    expect(lines().length).toBeGreaterThan(3)
    await press('Escape')
    expect(dialog()).toBeNull()
  })
})
