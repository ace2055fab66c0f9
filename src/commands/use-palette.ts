/** The palette's pages: the list of everything, then one page an argument. State and keys; palette.tsx draws it. */
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { nextArg, bounce, type How, type Prepared } from './run.ts'
import type { ArgSpec, Chosen, Command, CommandId } from './command.ts'
import { keyInput, strokesOf } from './keys.ts'
import type { CommandLayer } from './layer.ts'
import {
  commandRows,
  hitRows,
  kindsOf,
  maxRows,
  optionKey,
  optionRows,
  planLine,
  readQuery,
  takesDigits,
  type Row,
} from './palette-model.ts'
import type { Hit } from './ports.ts'
import { fold, matchClass, matchClasses } from './rank.ts'
import { noAtoms } from './when.ts'

/** A command whose arguments are being asked for, with those that are there. */
interface Asking {
  id: CommandId
  how: How
  crumbs: readonly { name: string; title: string }[]
}

/** What Enter would confirm, and from when on it counts. */
interface Question {
  text: string
  rowId: string
  from: number
}

export interface PaletteView {
  crumbs: readonly string[]
  placeholder: string
  query: string
  setQuery: (query: string) => void
  rows: readonly Row[]
  /** Rows that are not drawn. */
  more: number
  isLoading: boolean
  /** The id of the highlighted row. */
  value: string
  setValue: (id: string) => void
  choose: (row: Row, isKeptOpen?: boolean) => void
  handleKey: (event: KeyboardEvent) => void
  /** The dry run of the highlighted choice. */
  dryRun: string | null
  instead: string | null
  question: string | null
  close: () => void
}

/** Loads what may be there at once or come later; what was there stays until the next is. */
function useLoaded<T>(load: () => readonly T[] | Promise<readonly T[]>, key: string) {
  // oxlint-disable-next-line react/exhaustive-deps -- the key says what is loaded; the function is new each time
  const result = useMemo(load, [key])
  const [settled, setSettled] = useState<{ result: unknown; items: readonly T[] } | null>(null)
  useEffect(() => {
    if (!(result instanceof Promise)) return undefined
    let isCurrent = true
    const settle = (items: readonly T[]) => isCurrent && setSettled({ result, items })
    result.then(settle, () => settle([]))
    return () => {
      isCurrent = false
    }
  }, [result])
  if (!(result instanceof Promise)) return { items: result, isLoading: false }
  return { items: settled?.items ?? [], isLoading: settled?.result !== result }
}

export function usePalette(layer: CommandLayer): PaletteView {
  const { palette, registry, runner, frecency, ports } = layer
  const [opened] = useState(() => palette.store.getState())
  const [asking, setAsking] = useState<Asking | null>(() => opened.asking && { ...opened.asking, crumbs: [] })
  const [query, setQueryText] = useState(opened.query)
  const [picked, setPicked] = useState<string | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  // grows when the palette stays open over a write: what can be done next is asked afresh
  const [round, setRound] = useState(0)

  const atoms = opened.atoms ?? noAtoms
  const how: How = asking?.how ?? { source: 'palette', atoms }
  // oxlint-disable-next-line react/exhaustive-deps -- a context is of the moment it was asked for
  const ctx = useMemo(() => runner.context({ ...how, atoms }), [asking, atoms, round])
  const command = asking ? registry.get(asking.id) : null
  const args: Chosen = how.args ?? {}
  const spec = command && nextArg(command, args)
  const { scope, query: words } = readQuery(query)

  const options = useLoaded(
    () => spec?.source(ctx, query.trim(), args) ?? [],
    spec ? `${round} ${asking?.id} ${asking?.crumbs.length} ${query}` : '',
  )
  const kinds = asking ? [] : kindsOf(scope)
  const isSearched = kinds.length > 0 && (words.length >= 2 || scope !== 'all')
  const found = useLoaded<Hit>(() => (isSearched ? ports.search(words, kinds) : []), `${isSearched} ${query}`)

  const sources = { registry, frecency, ctx }
  const all =
    command && spec
      ? optionRows(sources, command, spec, options.items, query.trim())
      : [...commandRows(sources, scope, words), ...hitRows(found.isLoading ? fitting(found.items, words) : found.items)]
  const rows = all.slice(0, maxRows)
  const value = highlighted(rows, picked, spec && query === '' ? `option:${spec.default?.(ctx) ?? ''}` : null)
  const row = rows.find(({ id }) => id === value) ?? null

  const prepared = row && !row.disabled ? prepare(layer, command, spec, how, row) : null

  const setQuery = (text: string) => {
    setQueryText(text)
    setPicked(null)
    setQuestion(null)
  }
  const show = (next: Asking | null) => {
    setAsking(next)
    setQuery('')
  }

  /** Back by one page; out of the palette from the first. */
  const pop = () => {
    if (question) return setQuestion(null)
    if (!asking || (asking.crumbs.length === 0 && opened.asking)) return palette.close()
    if (asking.crumbs.length === 0) return show(null)
    const crumbs = asking.crumbs.slice(0, -1)
    const left = Object.fromEntries(crumbs.map(({ name }) => [name, asking.how.args?.[name]]))
    return show({ ...asking, crumbs, how: { ...asking.how, args: { ...opened.asking?.how.args, ...left } } })
  }

  const finish = (id: CommandId, with_: How, rowId: string, isKeptOpen: boolean) => {
    const ready = runner.prepare(id, with_)
    if (ready.question && question?.rowId !== rowId)
      return setQuestion({ text: ready.question, rowId, from: ports.now() + bounce })
    if (ready.question && question && ports.now() < question.from) return undefined
    if (!isKeptOpen) palette.close()
    runner.execute(id, { ...with_, isConfirmed: true })
    if (!isKeptOpen) return undefined
    setRound((was) => was + 1)
    return show(opened.asking && { ...opened.asking, crumbs: [] })
  }

  const choose = (chosen: Row, isKeptOpen = false, isInstead = false) => {
    const { act } = chosen
    if (chosen.disabled) return undefined
    if (act.kind === 'hit') {
      palette.close()
      return ports.navigate(act.hit.href)
    }
    if (act.kind === 'command') {
      if (nextArg(registry.get(act.id), {})) return show({ id: act.id, how: { source: 'palette', atoms }, crumbs: [] })
      return finish(act.id, { source: 'palette', atoms, isInstead }, chosen.id, isKeptOpen)
    }
    if (!asking || !command || !spec) return undefined
    if (act.kind === 'option') frecency.use(optionKey(command.id, spec.name, act.option.id))
    const next = { ...how, atoms, isInstead, args: { ...args, [spec.name]: valueOf(act) } }
    if (!nextArg(command, next.args)) return finish(command.id, next, chosen.id, isKeptOpen)
    return show({ ...asking, how: next, crumbs: [...asking.crumbs, { name: spec.name, title: chosen.title }] })
  }

  const move = (by: number) => {
    const usable = rows.filter(({ disabled }) => !disabled)
    const at = usable.findIndex(({ id }) => id === value)
    const to = usable[Math.max(0, Math.min(usable.length - 1, at + by))]
    if (to) setValue(to.id)
  }
  const setValue = (id: string) => {
    setPicked(id)
    if (id !== value) setQuestion(null)
  }

  const digitRow = (event: KeyboardEvent) => {
    if (!spec || !takesDigits(spec) || query !== '') return undefined
    const digit = strokesOf(keyInput(event.nativeEvent), registry.platform).find((stroke) => /^[1-9]$/.test(stroke))
    return digit === undefined ? undefined : rows[Number(digit) - 1]
  }

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const [stroke = ''] = strokesOf(keyInput(event.nativeEvent), registry.platform)
    const byDigit = digitRow(event)
    const acts: Record<string, (() => void) | undefined> = {
      escape: pop,
      backspace: query === '' && asking ? pop : undefined,
      tab: row
        ? () => (row.act.kind === 'command' && !needsArgs(registry, row.act.id) ? setQuery(row.title) : choose(row))
        : () => {},
      'ctrl+n': () => move(1),
      'ctrl+p': () => move(-1),
      ...(registry.platform === 'other' && { 'mod+n': () => move(1), 'mod+p': () => move(-1) }),
      pagedown: () => move(8),
      pageup: () => move(-8),
      enter: () => row && choose(row),
      'mod+enter': () => row && choose(row, true),
      'shift+enter': () => row && choose(row, false, prepared?.plan.instead !== undefined),
    }
    const act = byDigit ? () => choose(byDigit) : acts[stroke]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    // a held key runs nothing twice; it may still move
    if (event.repeat && !/^(ctrl|mod)\+[np]$|^page/.test(stroke)) return
    act()
  }

  return {
    crumbs: asking && command && spec ? [spec.prompt(ctx), ...asking.crumbs.map(({ title }) => title)] : [],
    placeholder: asking ? '' : 'Search or command',
    query,
    setQuery,
    rows,
    more: all.length - rows.length,
    isLoading: options.isLoading || (isSearched && found.isLoading),
    value,
    setValue,
    choose,
    handleKey,
    dryRun: prepared && prepared.command.plan ? planLine(prepared.plan) : null,
    instead: prepared?.plan.instead?.title ?? null,
    question: question?.rowId === value ? question.text : null,
    close: () => palette.close(),
  }
}

const needsArgs = (registry: CommandLayer['registry'], id: CommandId) => nextArg(registry.get(id), {}) !== null

const valueOf = (act: Row['act']): unknown => (act.kind === 'option' ? act.option.value : undefined)

/** Hits of the query before stay only while they fit the present one. */
const fitting = (hits: readonly Hit[], query: string) =>
  hits.filter(
    ({ id, title, detail = '' }) => matchClass(fold(`${id} ${title} ${detail}`), fold(query)) > matchClasses.none,
  )

function highlighted(rows: readonly Row[], picked: string | null, preset: string | null): string {
  const usable = rows.filter(({ disabled }) => !disabled)
  const wanted = usable.find(({ id }) => id === picked) ?? usable.find(({ id }) => id === preset) ?? usable[0]
  return wanted?.id ?? ''
}

/** What choosing the row would do; null while more has to be asked. */
function prepare(
  { runner, registry }: CommandLayer,
  command: Command | null,
  spec: ArgSpec | null,
  how: How,
  { act }: Row,
): Prepared | null {
  if (act.kind === 'command') return needsArgs(registry, act.id) ? null : runner.prepare(act.id, how)
  if (!command || !spec || act.kind === 'hit') return null
  const args = { ...how.args, [spec.name]: valueOf(act) }
  return nextArg(command, args) ? null : runner.prepare(command.id, { ...how, args })
}
