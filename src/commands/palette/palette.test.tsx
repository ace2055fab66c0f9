import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { bounce } from '#src/commands/runner.ts'
import {
  current,
  dialog,
  field,
  host,
  open,
  ports,
  press,
  ran,
  rows,
  selectSixty,
  uses,
} from '#src/commands/window.fake.tsx'
import { idleBefore } from './use-remote.ts'

const digits = (text: string) => [...text].map((key) => ({ key, code: `Digit${key}` }))

describe('the palette', () => {
  test('is a labelled dialog with focus, and returns the focus', async () => {
    await press(open)
    expect([dialog()?.getAttribute('aria-label'), document.activeElement]).toEqual(['Command palette', field()])
    await press('Escape')
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect([dialog(), document.activeElement?.getAttribute('role')]).toEqual([null, 'grid'])
  })

  test('loses no key where the dialog has focus and its field does not', async () => {
    await press(open, 'r')
    dialog()!.setAttribute('tabindex', '-1')
    ;(dialog() as HTMLElement).focus()
    await press('u', 'l', 'Enter')
    expect(ports.visited).toEqual(['/rules'])
  })

  test('lists unavailable commands last, greyed and with the reason', async () => {
    await press(open)
    const last = [...document.querySelectorAll('[cmdk-item]')].at(-1)!
    expect([last.textContent, last.getAttribute('aria-disabled')]).toEqual(['Reportnot yours', 'true'])
  })

  test('narrows while typing, and then offers the nearest, which Enter alone does not run', async () => {
    await press(open, ...'rul')
    expect(rows()).toEqual(['Rules'])
    await press(...'zzz')
    expect([rows(), current(), dialog()?.textContent]).toEqual([['Rules'], null, expect.stringContaining('Nearest')])
    await press('Enter')
    expect([ports.visited, dialog() !== null]).toEqual([[], true])
    await press('ArrowDown', 'Enter')
    expect(ports.visited).toEqual(['/rules'])
  })

  test('puts records before commands that are only guessed', async () => {
    ports.hits.push({ kind: 'customer', id: 'u7', title: 'Rulzmann', href: '/customers/u7' })
    await press(open, ...'rulzm')
    expect(rows()).toEqual(['Rulzmann', 'Rules'])
    expect(current()?.textContent).toContain('Rulzmann')
  })

  test('marks the highlighted row as active after every key', async () => {
    await press(open)
    for (const key of ['a', 'ArrowDown', 'ArrowDown', 's']) {
      await press(key)
      expect(field().getAttribute('aria-activedescendant')).toBe(current()?.id)
      expect(current()?.isConnected).toBe(true)
    }
  })

  test('runs a command and shows its key', async () => {
    await press(open, ...'rul', 'Enter')
    expect([ports.visited, dialog()]).toEqual([['/rules'], null])
  })

  test('finds records as well as commands', async () => {
    ports.hits.push({ kind: 'case', id: 'PX7', title: 'PX7 Acme', href: '/cases/PX7' })
    await press(open, ...'#px7')
    expect(rows()).toEqual(['PX7 Acme'])
    await press('Enter')
    expect(ports.visited).toEqual(['/cases/PX7'])
  })

  test('appends server results after a pause, without moving rows', async () => {
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

  test('draws fifty rows in total, with room for server results', async () => {
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

  test('accepts what is typed before it has focus', async () => {
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      for (const key of ['k', 'r', 'u']) {
        const init = { key, code: `Key${key.toUpperCase()}`, ctrlKey: key === 'k', bubbles: true, cancelable: true }
        grid.dispatchEvent(new KeyboardEvent('keydown', init))
      }
    })
    expect([field().value, rows()[0]]).toEqual(['ru', 'Rules'])
  })

  test('interprets a digit and Enter, pressed before it has focus, as it would later', async () => {
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

  test('searches for digits on its first page, and selects nothing by them', async () => {
    await press(open, ...digits('216970'))
    expect([field().value, dialog()?.textContent, ports.queued]).toEqual([
      '216970',
      expect.not.stringContaining('Assign 1 to ▸'),
      [],
    ])
  })

  test('treats a digit on its first page as text, pressed before it has focus', async () => {
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      for (const init of [{ key: 'k', code: 'KeyK', ctrlKey: true }, ...digits('21')])
        grid.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
    })
    expect([field().value, ports.queued]).toEqual(['21', []])
  })

  test('closes with the key that opened it', async () => {
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

  test('opened by the command’s key, the first Escape closes', async () => {
    await press('a')
    expect(rows()).toEqual(['Ann', 'Bo', 'Chandra'])
    await press('Escape')
    expect(dialog()).toBeNull()
  })

  test('a digit selects on an empty query, and is text otherwise', async () => {
    await press('a', { key: '3', code: 'Digit3' })
    expect(dialog()?.textContent).toContain('Chandra ▸')
    await press(...'ok', { key: '3', code: 'Digit3' }, 'Enter')
    expect(ran()).toEqual(['a → Chandra: ok3'])
  })

  test('a digit after other text selects nothing', async () => {
    await press('a', 'n', { key: '1', code: 'Digit1' })
    expect([field().value, rows()]).toEqual(['n1', []])
  })

  test('says what to type where text is required, and treats an early digit as text too', async () => {
    await press('w')
    expect([rows(), dialog()?.textContent]).toEqual([[], expect.stringContaining('Type an amount.')])
    await press(...digits('10'))
    expect([field().value, rows()]).toEqual(['10', ['10']])
    await press('Escape')
    const grid = host.querySelector<HTMLElement>('[role=grid]')!
    await act(async () => {
      for (const init of [{ key: 'w', code: 'KeyW' }, ...digits('10')])
        grid.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
    })
    expect(field().value).toBe('10')
  })

  test('Enter skips an optional argument', async () => {
    await press('a', 'c', 'h', 'Enter', 'Enter')
    expect([ran(), dialog()]).toEqual([['a → Chandra'], null])
  })

  test('Backspace on an empty query goes back', async () => {
    await press('a', 'Enter', 'Backspace')
    expect(rows()).toEqual(['Ann', 'Bo', 'Chandra'])
  })

  test('a confirmation takes a second Enter, not a key bounce', async () => {
    await press('a', 'b', 'Enter', 'Enter')
    expect([ran(), dialog()?.textContent]).toEqual([[], expect.stringContaining('Bo is away')])
    await press('Enter')
    expect(ran()).toEqual([])
    ports.clock.now += bounce
    await press('Enter')
    expect(uses()).toEqual(['case.assign'])
  })

  test('Enter confirms the alternative once it is offered', async () => {
    await selectSixty(true)
    await press('q', { key: 'Enter', code: 'Enter', shiftKey: true })
    expect(dialog()?.textContent).toContain('51 changes')
    ports.clock.now += bounce
    await press('Enter')
    await selectSixty(false)
    expect(ports.queued.map(({ ops, meta }) => [ops.length, meta.label])).toEqual([[51, 'only 51']])
  })

  test('the digit that chose a row does not answer its question', async () => {
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

  test('stays open for the next with mod', async () => {
    await press('a', 'Enter', { key: 'Enter', code: 'Enter', ctrlKey: true })
    expect([ran(), rows()]).toEqual([['a → Ann'], ['Ann', 'Bo', 'Chandra']])
  })
})

describe('a command with its argument in one line', () => {
  test('says what it will do, and does it on Enter', async () => {
    await press(open, ...'assign bo')
    expect(rows()[0]).toBe('Assign 1 cases: Bo')
    expect(dialog()?.textContent).toContain('In one line')
  })

  test('acts on the first rows where it names a number, and not on more than there are', async () => {
    await press(open, ...'assign 2 to ch')
    expect(rows()[0]).toBe('Assign 2 cases: Chandra')
    await press('Enter', 'Enter')
    expect(ran()).toEqual(['a b → Chandra'])
    await press(open, ...'assign 9 to ch')
    expect(document.querySelector('[cmdk-item]')?.getAttribute('aria-disabled')).not.toBe('false')
  })

  test('does not go before a command that is called so', async () => {
    await press(open, ...'give ann')
    expect(rows().slice(0, 2)).toEqual(['Rules', 'Assign 1 cases: Ann'])
  })
})
