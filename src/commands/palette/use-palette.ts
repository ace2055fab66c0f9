/** The palette's pages: the list of everything, then one page an argument. palette.tsx draws what comes of it. */
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import type { ArgSpec, Command, CommandId, Ctx, Reads } from '#src/commands/command.ts'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { noAtoms } from '#src/commands/dispatcher/when.ts'
import { notesOf } from '#src/commands/parts/notes-to-write.tsx'
import { useAsyncItems } from '#src/commands/parts/use-async-items.ts'
import type { Invocation, Prepared } from '#src/commands/invocation.ts'
import { bounce, nextArg } from '#src/commands/runner.ts'
import { formatCount } from '#src/format/count.ts'
import { choicesOf, readLine } from './lines.ts'
import { handlePaletteKey } from './palette-keys.ts'
import { isForField } from './palette-store.ts'
import {
  commandRows,
  goesBefore,
  highlighted,
  hitRows,
  kindsOf,
  keptForRemote,
  maxRows,
  optionKey,
  optionRows,
  planLine,
  queryKey,
  remoteRows,
  readQuery,
  searchTextOf,
  together,
  typedOf,
  lineRows,
  type PaletteRow,
  type RowAct,
} from './palette-model.ts'
import { useRemote } from './use-remote.ts'

/** A page of arguments: the command, those that are there, and what was chosen so far. */
interface Page {
  id: CommandId
  how: Invocation
  crumbs: readonly string[]
}

/** How a row is chosen. */
interface Manner {
  isKeptOpen?: boolean
  isInstead?: boolean
  /** It may answer a question that is asked of the row: Enter does, and a press on it; a digit and Tab do not. */
  isAnswer?: boolean
}

/** The question for Enter: its row, and the time from which an answer counts. */
interface Question {
  text: string
  rowId: string
  how: Invocation
  isKeptOpen: boolean
  from: number
}

export interface PaletteView {
  crumbs: readonly string[]
  query: string
  setQuery: (query: string) => void
  rows: readonly PaletteRow[]
  /** Rows that are not drawn. */
  more: number
  isLoading: boolean
  /** The server is searching; nothing waits for it. */
  isSearching: boolean
  /** The id of the highlighted row. */
  value: string
  setValue: (id: string) => void
  choose: (row: PaletteRow) => void
  handleKey: (event: KeyboardEvent) => void
  /** True if a key changes the text here: a character that is not the digit of a row, or Backspace after text. */
  isText: (key: string) => boolean
  /** The effect of a key pressed before there was a field. */
  press: (key: string) => void
  /** The prompt of this page; null for a choice. */
  typed: string | null
  /** The operations of the highlighted choice. */
  dryRun: string | null
  instead: string | null
  /** The notes that the highlighted choice will write. */
  notes: readonly string[]
  question: string | null
  close: () => void
}

export function usePalette(layer: CommandLayer): PaletteView {
  const { palette, registry, runner, frecency, ports } = layer
  const [opened] = useState(() => palette.store.getState())
  const [pages, setPages] = useState<readonly Page[]>(() => firstPages(opened.asking))
  const [query, setQueryText] = useState(opened.query)
  const [picked, setPicked] = useState<string | null>(null)
  const [asked, setAsked] = useState<Question | null>(null)
  // incremented when the palette stays open after a change, so that commands are evaluated again
  const [round, setRound] = useState(0)

  const atoms = opened.atoms ?? noAtoms
  const page = pages.at(-1) ?? null
  const how: Invocation = page?.how ?? { source: 'palette', atoms }
  const command = page && registry.get(page.id)
  const spec = command && nextArg(command, how.args ?? {})
  // oxlint-disable-next-line react/exhaustive-deps -- a context is of the moment it was asked for
  const ctx = useMemo(() => runner.context({ ...how, atoms }), [page, atoms, round])
  const [lastUsed] = command && spec?.recalls ? frecency.latest(optionKey(command.id, spec.name, ''), 1) : []
  const key = `${round} ${pages.length}`
  const { all, isLoading, remote, isSearching, isSearched } = useRows(layer, ctx, { command, spec, how, query, key })
  const rows = drawnRows(all, remote, { isSearched, lastUsed })
  const preset = spec && query === '' ? (spec.default?.(ctx) ?? lastUsed ?? null) : null
  const value = highlighted(rows, picked, preset)
  const row = rows.find(({ id }) => id === value) ?? null
  const prepared = row && prepare(layer, command, spec, how, row)
  const question = asked?.rowId === value ? asked : null
  useRead(prepared?.reads ?? null, `${pages.length} ${value}`, () => setRound((was) => was + 1))

  const setQuery = (text: string) => {
    setQueryText(text)
    setPicked(null)
    setAsked(null)
  }
  const show = (next: readonly Page[]) => {
    setPages(next)
    setQuery('')
  }
  const finish = (id: CommandId, with_: Invocation, rowId: string, { isKeptOpen = false, isAnswer = true }: Manner) => {
    const isAsked = question?.rowId === rowId
    // a key that chooses rows does not confirm the one it chose
    if (isAsked && !isAnswer) return undefined
    const ready = runner.prepare(id, with_)
    // a selection by query and facts are read first, and contradictions are shown: the question follows
    if (isPartial(ready) || ready.reads || ready.plan.against) {
      palette.close()
      return void runner.execute(id, with_)
    }
    if (ready.question && !isAsked) {
      // a digit chooses without moving there first
      setPicked(rowId)
      return setAsked({ text: ready.question, rowId, how: with_, isKeptOpen, from: ports.now() + bounce })
    }
    if (ready.question && question && ports.now() < question.from) return undefined
    if (!isKeptOpen) palette.close()
    runner.execute(id, { ...with_, isConfirmed: true })
    if (!isKeptOpen) return undefined
    setRound((was) => was + 1)
    return show(firstPages(opened.asking))
  }
  const choose = (chosen: PaletteRow, manner: Manner = {}) => {
    const { act } = chosen
    const ofRow = question?.rowId === chosen.id ? question : null
    const isKeptOpen = manner.isKeptOpen ?? ofRow?.isKeptOpen ?? false
    // the answer to a question does what was asked
    const isInstead = manner.isInstead ?? ofRow?.how.isInstead ?? false
    const way = { ...manner, isKeptOpen }
    if (chosen.disabled) return undefined
    if (act.kind === 'query') return setQuery(act.text)
    if (act.kind === 'hit') {
      if (query.trim().length > 1) frecency.use(queryKey(query.trim()))
      palette.close()
      return ports.navigate(act.hit.href)
    }
    if (act.kind === 'command') {
      const fresh: Invocation = { source: 'palette', atoms, isInstead }
      if (needsArgs(layer, act.id)) return show([{ id: act.id, how: fresh, crumbs: [] }])
      return finish(act.id, fresh, chosen.id, way)
    }
    const of = act.kind === 'line' ? act.line : page && command && spec ? { command, spec } : null
    if (!of) return undefined
    if (act.kind !== 'skip') frecency.use(optionKey(of.command.id, of.spec.name, act.option.id))
    const base = act.kind === 'line' ? lineHow(act) : withArg(how, of.spec, chosen)
    const next: Invocation = { ...base, atoms, isInstead }
    if (!nextArg(of.command, next.args ?? {})) return finish(of.command.id, next, chosen.id, way)
    return show([...pages, { id: of.command.id, how: next, crumbs: [...(page?.crumbs ?? []), chosen.title] }])
  }
  const setValue = (id: string) => {
    setPicked(id)
    if (id !== value) setAsked(null)
  }
  const pop = () => {
    const isFirst = pages.length <= firstPages(opened.asking).length
    // the key of the command opens it anew; typed words stay
    if (question && !(opened.asking && isFirst && query === '')) return setAsked(null)
    return isFirst ? palette.close() : show(pages.slice(0, -1))
  }
  const acts = rowActs(layer, { rows, value, setValue, setQuery, choose })

  const typed = spec && typedOf(spec, how.args)
  // on the first page digits begin the number of a case, a transaction or a customer: nothing typed there may act
  const hasDigits = spec !== null && typed === null && query === ''
  const isText = (key: string) =>
    key === 'Backspace' ? query !== '' : key.length === 1 && !(hasDigits && isDigitOf(rows, isLoading, key))

  return {
    crumbs: page && spec ? [spec.prompt(ctx), ...page.crumbs] : [],
    query,
    setQuery,
    rows,
    more: all.length + remote.length - rows.length,
    isLoading,
    isSearching,
    value,
    setValue,
    choose,
    handleKey(event) {
      if (waitsForRows(layer, event, isLoading && row === null)) return
      const situation = { rows, row, isQueryEmpty: query === '', isArgument: page !== null, takesDigits: hasDigits }
      handlePaletteKey(event, registry.platform, situation, { ...acts, choose, pop })
    },
    isText,
    typed,
    press(key) {
      if (isText(key)) return setQuery(key === 'Backspace' ? [...query].slice(0, -1).join('') : query + key)
      return key === 'Backspace' ? page && pop() : acts.press(key)
    },
    ...effectOf(prepared),
    question: question?.text ?? null,
    close: () => palette.close(),
  }
}

/** Checks whether the key waits: an Enter for rows that are loading, and what is typed after it for its turn. */
function waitsForRows({ palette }: CommandLayer, event: KeyboardEvent, isRowless: boolean): boolean {
  const isWaiting = palette.store.getState().typedAhead.length > 0
  if (isWaiting && event.key === 'Escape') palette.forgetTypedAhead()
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false
  const isFirst = event.key === 'Enter' && !event.shiftKey && isRowless
  if (!isFirst && !(isWaiting && isForField(event.key))) return false
  event.preventDefault()
  event.stopPropagation()
  palette.typeAhead(event.key)
  return true
}

/** Reads what the plan of the highlighted row rests on, so that it is counted as it will be. */
function useRead(reads: Reads | null, of: string, onRead: () => void): void {
  const isWanted = reads !== null
  useEffect(() => {
    if (!reads) return undefined
    let isCurrent = true
    void reads.read(() => {}).then(() => isCurrent && onRead())
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- made anew each time: once for a row, also where the reading fails
  }, [of, isWanted])
}

/** The drawn rows; server results have reserved space below. */
function drawnRows(
  all: readonly PaletteRow[],
  remote: readonly PaletteRow[],
  { isSearched, lastUsed }: { isSearched: boolean; lastUsed: string | undefined },
): readonly PaletteRow[] {
  const drawn = all
    .slice(0, isSearched ? maxRows - keptForRemote : maxRows)
    .map((one) => (one.id === `option:${lastUsed}` ? { ...one, detail: lastUsedOf(one) } : one))
  return [...drawn, ...remote.slice(0, maxRows - drawn.length)]
}

interface RowPorts {
  rows: readonly PaletteRow[]
  value: string
  setValue: (id: string) => void
  setQuery: (text: string) => void
  choose: (row: PaletteRow, manner?: Manner) => void
}

/** The keys on rows, beside choosing. */
const rowActs = (layer: CommandLayer, { rows, value, setValue, setQuery, choose }: RowPorts) => ({
  move(by: number) {
    const usable = rows.filter(({ disabled }) => !disabled)
    const from = usable.findIndex(({ id }) => id === value)
    // from no row at all up is the last one
    const at = from < 0 && by < 0 ? usable.length + by : from + by
    const to = usable[Math.max(0, Math.min(usable.length - 1, at))]
    if (to) setValue(to.id)
  },
  /** An arrow, Enter or a digit. */
  press(key: string) {
    if (key.startsWith('Arrow')) return this.move(key === 'ArrowDown' ? 1 : -1)
    const isEnter = key === 'Enter'
    const chosen = isEnter ? rows.find(({ id }) => id === value) : rows[Number(key) - 1]
    if (chosen) choose(chosen, { isAnswer: isEnter })
  },
  edit({ act }: PaletteRow) {
    if (act.kind !== 'command') return
    layer.palette.close()
    layer.actions.recordKeys(act.id)
  },
  complete(chosen: PaletteRow) {
    if (chosen.act.kind === 'command' && !needsArgs(layer, chosen.act.id)) setQuery(chosen.title)
    else choose(chosen, { isAnswer: false })
  },
})

/** A digit without a row begins an amount or a number. */
const isDigitOf = (rows: readonly PaletteRow[], isLoading: boolean, key: string) =>
  /^[1-9]$/.test(key) && (isLoading || rows[Number(key) - 1] !== undefined)

const lastUsedOf = ({ detail }: PaletteRow) => [detail, 'last used'].filter(Boolean).join(' · ')

const isPartial = ({ command, ctx }: Prepared) => command.gathers && ctx.size > ctx.targets.length

/** The effect of the highlighted choice. */
const effectOf = (prepared: Prepared | null): Pick<PaletteView, 'dryRun' | 'instead' | 'notes'> => ({
  dryRun: prepared?.command.plan ? dryRunOf(prepared) : null,
  instead: prepared?.plan.instead?.title ?? null,
  notes: prepared ? notesOf(prepared.plan.ops) : [],
})

/** For a query only loaded rows can be planned. */
function dryRunOf({ plan, ctx }: Prepared): string {
  const { size, targets } = ctx
  const line = planLine(plan)
  return size > targets.length ? `of the ${formatCount(targets.length)} loaded: ${line}` : line
}

const firstPages = (asking: { id: CommandId; how: Invocation } | null): readonly Page[] =>
  asking ? [{ ...asking, crumbs: [] }] : []

interface Asked {
  command: Command | null
  spec: ArgSpec | null
  how: Invocation
  query: string
  /** Differs from page to page. */
  key: string
}

const plain = { remote: [] as readonly PaletteRow[], isSearching: false, isSearched: false }

/** All rows of a page, best first, and what the server found further. */
function useRows(layer: CommandLayer, ctx: Ctx, { command, spec, how, query, key }: Asked) {
  const { ports, registry, frecency, runner } = layer
  const text = query.trim()
  const { scope, query: words } = readQuery(query)
  const options = useAsyncItems(() => spec?.source(ctx, text, how.args ?? {}) ?? [], spec ? `${key} ${text}` : '')
  const kinds = spec ? [] : kindsOf(scope)
  const isSearched = kinds.length > 0 && (words.length >= 2 || scope !== 'all')
  const wanted = searchTextOf(words)
  const remote = useRemote(ports, isSearched ? wanted : '', kinds)
  const line = useMemo(
    () => (spec || scope !== 'all' ? null : readLine({ commands: registry.commands, runner, how, ctx }, words)),
    // oxlint-disable-next-line react/exhaustive-deps -- a context is of the moment it was asked for
    [ctx, words, spec === null, scope],
  )
  const choices = useAsyncItems(() => (line ? choicesOf(line) : []), line ? `${key} ${words}` : '')
  const sources = { registry, frecency, ctx }
  if (command && spec)
    return {
      ...plain,
      all: optionRows(sources, command, spec, options.items, text, how.args),
      isLoading: options.isLoading,
    }
  const found = isSearched ? hitRows(ports.search(wanted, kinds)) : []
  const commands = commandRows(sources, scope, words)
  const lines = line ? lineRows(line, choices.items) : []
  const listed = together(commands, found)
  const all = line && goesBefore(line, registry, commands[0], words) ? [...lines, ...listed] : [...listed, ...lines]
  return { all, isLoading: false, remote: remoteRows(remote.hits, all), isSearching: remote.isSearching, isSearched }
}

const needsArgs = ({ registry }: CommandLayer, id: CommandId) => nextArg(registry.get(id), {}) !== null

/** The use of a command as a line says it. */
const lineHow = ({ line, option }: Extract<RowAct, { kind: 'line' }>): Invocation => ({
  ...line.how,
  args: { ...line.how.args, [line.spec.name]: option.value },
})

const withArg = (how: Invocation, spec: ArgSpec, { act }: PaletteRow): Invocation => ({
  ...how,
  args: { ...how.args, [spec.name]: act.kind === 'option' ? act.option.value : undefined },
})

/** The effect of choosing the row; null while arguments are missing. */
function prepare(
  layer: CommandLayer,
  command: Command | null,
  spec: ArgSpec | null,
  how: Invocation,
  row: PaletteRow,
): Prepared | null {
  const { act, disabled } = row
  if (disabled || act.kind === 'hit' || act.kind === 'query') return null
  if (act.kind === 'line') {
    const whole = lineHow(act)
    const { id } = act.line.command
    return nextArg(act.line.command, whole.args ?? {}) ? null : layer.runner.prepare(id, whole)
  }
  if (act.kind === 'command') return needsArgs(layer, act.id) ? null : layer.runner.prepare(act.id, how)
  if (!command || !spec) return null
  const next = withArg(how, spec, row)
  return nextArg(command, next.args ?? {}) ? null : layer.runner.prepare(command.id, next)
}
