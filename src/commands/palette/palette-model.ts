/** The rows of the palette: commands, results, and choices of an argument page. Pure. */
import type { ArgSpec, Chosen, Command, CommandGroup, CommandId, Ctx, Option, Plan } from '#src/commands/command.ts'
import { whyNotHere } from '#src/commands/dispatcher/when-text.ts'
import { evaluate, namesView } from '#src/commands/dispatcher/when.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Registry } from '#src/commands/registry.ts'
import { contextName } from '#src/commands/commit.ts'
import { reason } from '#src/commands/runner.ts'
import { formatCount } from '#src/format/count.ts'
import type { Frecency } from './frecency.ts'
import { createCommandFinder, type CommandFinder, type Entry } from './find-commands.ts'
import { lineTitle, type Line } from './lines.ts'
import { fold, rankItems } from './rank.ts'
import { headingOf, kindsBehind } from './record-kinds.ts'
import { DAY_HINT } from '#src/format/iso-day.ts'

/** More rows than this are counted, not drawn. */
export const maxRows = 50
/** The minimum number of rows for results outside this list. */
export const keptForRemote = 10
const maxRecent = 8
const maxQueries = 3
/** Commands of other places. */
const maxElsewhere = 6

export type RowAct =
  | { kind: 'command'; id: CommandId }
  | { kind: 'hit'; hit: Hit }
  | { kind: 'option'; option: Option }
  /** A command with its first argument. */
  | { kind: 'line'; line: Line; option: Option }
  /** Searches for it again. */
  | { kind: 'query'; text: string }
  /** Skips the optional argument. */
  | { kind: 'skip' }

export interface PaletteRow {
  id: string
  title: string
  detail: string | null
  keys: readonly string[] | null
  /** The reason why it is unavailable. */
  disabled: string | null
  heading: string
  act: RowAct
  /** Not what was typed but the nearest: it runs once it was moved to, and not by Enter alone. */
  isGuess?: boolean
}

export type Scope = 'all' | 'commands' | 'help' | readonly HitKind[]

const scopes: Record<string, Scope> = { '>': 'commands', '?': 'help' }

/** The scope of a query by its first character, and its remainder. */
export function readQuery(text: string): { scope: Scope; query: string } {
  const first = text.charAt(0)
  const kinds = kindsBehind(first)
  const scope = kinds.length > 0 ? kinds : scopes[first]
  return scope ? { scope, query: text.slice(1).trim() } : { scope: 'all', query: text.trim() }
}

/** The part of a query that is searched among records: of "go PX4128612" the number. */
export const searchTextOf = (words: string) => words.replace(/^(?:go to|goto|go|open)\s+/i, '')

/** The kinds of results of a scope. */
export const kindsOf = (scope: Scope): readonly HitKind[] =>
  scope === 'all' ? kindsBehind() : typeof scope === 'string' ? [] : scope

interface Sources {
  registry: Registry
  frecency: Frecency
  ctx: Ctx
  /** The palette's own by default. */
  finder?: CommandFinder
}

/** On an empty query: what decides first, what goes elsewhere and what is set once last. */
const groups: readonly CommandGroup[] = ['Triage', 'Assign', 'View', 'Navigate', 'Select', 'Customer', 'Rules', 'App']

/**
 * The matching commands, best first: those that can run, then those that cannot now, then those of other places, each
 * with the reason. Where none has every word, the nearest. An empty query lists recent ones first, then the rest by group.
 */
export function commandRows(
  { registry, frecency, ctx, finder: other }: Sources,
  scope: Scope,
  query: string,
): PaletteRow[] {
  if (typeof scope !== 'string') return []
  const all = entriesOf({ registry, frecency, ctx })
  const offered = scope === 'help' ? all : all.filter(({ command }) => !command.hidden)
  const here = offered.filter(({ isHere }) => isHere)
  const usable = here.filter(({ against }) => against === null)
  const unusable = here.filter(({ against }) => against !== null)
  const draw = (heading?: string) => (entry: CommandEntry) =>
    commandRow(registry, entry, heading ?? entry.command.group)
  if (query === '') {
    const used = usable.filter(({ use }) => use > 0).toSorted((one, other) => other.use - one.use)
    const recent = new Set(used.slice(0, maxRecent))
    const rest = groups.flatMap((group) =>
      usable.filter((entry) => entry.command.group === group && !recent.has(entry)),
    )
    const searched = scope === 'all' ? frecency.latest(queryKey(''), maxQueries).map(queryRow) : []
    return [...[...recent].map(draw('Recent')), ...searched, ...rest.map(draw()), ...unusable.map(draw())]
  }
  const { found, how } = (other ?? finderOf(registry)).find(offered, query)
  const isFirst = ({ against, isThere, command }: CommandEntry) =>
    against === null && (!isThere || fold(command.shortTitle) === fold(query))
  const elsewhere = onceByName(found.filter(({ isHere }) => !isHere)).slice(0, maxElsewhere)
  const later = found.filter((entry) => entry.isHere && !isFirst(entry))
  const drawFound = (entry: CommandEntry) => draw(entry.against === null ? HEADINGS[how] : undefined)(entry)
  return [
    ...found.filter(isFirst).map(drawFound),
    ...later.filter(({ isThere }) => !isThere).map(drawFound),
    ...later.filter(({ isThere }) => isThere).map(drawFound),
    ...elsewhere.map(draw()),
  ]
}

/** A command as the palette offers it. */
interface CommandEntry extends Entry {
  command: Command
  name: string
  /** The reason why it is unavailable. */
  against: string | null
  /** It belongs to this place. */
  isHere: boolean
  /** It leads to this very place: who is there looks for something else. */
  isThere: boolean
  use: number
}

/** The bonus of a command of this place, of one on the selection or the row, and of each point of priority. */
const FIT = { place: 0.06, target: 0.03, priority: 0.008, use: 0.04, mostUse: 0.12 } as const

/** The view that a command goes to, in small letters without hyphens. */
const targetView = ({ id, leadsTo }: Command): string | null =>
  leadsTo ?? (id.startsWith('nav.') ? id.slice(4).replaceAll('-', '') : null)

const HEADINGS = { match: 'Commands', error: 'Commands', nearest: 'Nearest' } as const

let entered: { ctx: Ctx; frecency: Frecency; view: Registry; entries: readonly CommandEntry[] } | null = null

/** All commands as they are in this context, those of the highest priority first; made once while the palette is open. */
function entriesOf({ registry, frecency, ctx }: Sources): readonly CommandEntry[] {
  const view = registry.view()
  if (entered?.ctx === ctx && entered.frecency === frecency && entered.view === view) return entered.entries
  const place = contextName(ctx.atoms)
  const entries = registry.commands
    .toSorted((a, b) => b.priority - a.priority)
    .map((command): CommandEntry => {
      const isHere = evaluate(command.when, ctx.atoms)
      const name = isHere ? command.title(ctx) : command.shortTitle
      const use = frecency.weight(`command:${command.id}`, place)
      const isOnTarget = command.group === 'Triage' || command.group === 'Assign'
      const bonus =
        (namesView(command.when, ctx.atoms.view) ? FIT.place : 0) +
        (isOnTarget ? FIT.target : 0) +
        command.priority * FIT.priority +
        Math.min(FIT.mostUse, FIT.use * Math.log2(1 + use))
      const against = isHere ? reason(command, ctx) : whyNotHere(command.when, ctx.atoms)
      const isThere = targetView(command) === ctx.atoms.view?.replaceAll('-', '').toLowerCase()
      return { command, name, title: withoutNumbers(name), against, isHere, isThere, use, bonus }
    })
  entered = { ctx, frecency, view, entries }
  return entries
}

let finder: { view: Registry; finder: CommandFinder } | null = null

/** The index over all commands, made again when there are more. */
function finderOf(registry: Registry): CommandFinder {
  const view = registry.view()
  if (finder?.view !== view) finder = { view, finder: createCommandFinder(registry.commands) }
  return finder.finder
}

/** Lists have the same commands: of those that are not of this place, one each is enough. */
function onceByName(entries: readonly CommandEntry[]): CommandEntry[] {
  const names = new Set<string>()
  return entries.filter(({ name }) => !names.has(name) && names.add(name))
}

/** The id or the count that a title ends with: who types a number looks for a thing, and Enter must not write on it. */
const withoutNumbers = (title: string) => title.replace(/(?<!\S)[^\s\d]*\d\S*/g, ' ').replace('…', '')

/** The key of remembered searches: on this device, encrypted, since they may name customers. */
export const queryKey = (text: string) => `query:${text}`

const queryRow = (text: string): PaletteRow => ({
  id: queryKey(text),
  title: text,
  detail: null,
  keys: null,
  disabled: null,
  heading: 'Recent searches',
  act: { kind: 'query', text },
})

function commandRow(
  registry: Registry,
  { command, against, name }: { command: Command; against: string | null; name: string },
  heading: string,
): PaletteRow {
  return {
    id: `command:${command.id}`,
    title: name,
    detail: against,
    keys: registry.keyOf(command.id),
    disabled: against,
    heading: against === null ? heading : 'Not now',
    act: { kind: 'command', id: command.id },
    ...(heading === HEADINGS.nearest && { isGuess: true }),
  }
}

/** The rows of a command with its argument in one line. */
export const lineRows = (line: Line, options: readonly Option[]): PaletteRow[] =>
  options.map((option) => ({
    id: `line:${line.command.id}:${option.id}`,
    title: lineTitle(line, option),
    detail: line.against ?? option.disabled ?? option.detail ?? null,
    keys: null,
    disabled: line.against ?? option.disabled ?? null,
    heading: 'In one line',
    act: { kind: 'line', line, option },
    ...(option.isLastResort && { isGuess: true }),
  }))

/** A line goes before commands, unless they are called just that; one whose argument is any text, only before guesses. */
export function goesBefore({ spec }: Line, { find }: Registry, best: PaletteRow | undefined, words: string): boolean {
  if (best?.act.kind !== 'command' || best.isGuess) return true
  const isCalledSo = find(best.act.id)?.keywords.includes(fold(words)) ?? false
  return spec.type !== 'text' && !isCalledSo
}

/** Commands and results as one list: results come before commands that were only guessed. */
export function together(commands: readonly PaletteRow[], hits: readonly PaletteRow[]): PaletteRow[] {
  const isGuessed = commands.some(({ isGuess }) => isGuess)
  return isGuessed && hits.length > 0 ? [...hits, ...commands] : [...commands, ...hits]
}

/** The results, by kind in the order of the best match. */
export const hitRows = (hits: readonly Hit[]): PaletteRow[] =>
  [...grouped(hits, ({ kind }) => kind).values()].flat().map((hit) => ({
    id: `hit:${hit.kind}:${hit.id}`,
    title: hit.title,
    detail: hit.detail ?? null,
    keys: null,
    disabled: null,
    heading: headingOf(hit.kind),
    act: { kind: 'hit', hit },
  }))

/** Further results, from this device and then the server, under their own headings. */
export function remoteRows(hits: readonly Hit[], there: readonly PaletteRow[]): PaletteRow[] {
  const known = new Set(there.map(({ id }) => id))
  const rowsOf = (isHere: boolean, where: string) =>
    hitRows(hits.filter((hit) => (hit.isHere ?? false) === isHere))
      .filter(({ id }) => !known.has(id) && known.add(id))
      .map((row) => ({ ...row, heading: `${row.heading} ${where}` }))
  return [...rowsOf(true, 'on this device'), ...rowsOf(false, 'on the server')]
}

/** The key of a choice's usage counts. */
export const optionKey = (command: CommandId, arg: string, option: string) => `option:${command}.${arg}:${option}`

/** The choices of an argument page. An empty query keeps the source's order, with fixed digits. */
export function optionRows(
  { frecency, ctx }: Sources,
  command: Command,
  spec: ArgSpec,
  options: readonly Option[],
  query: string,
  chosen: Chosen = {},
): PaletteRow[] {
  const use = ({ id }: Option) => (query === '' ? 0 : frecency.weight(optionKey(command.id, spec.name, id)))
  const ranked = rankItems(options, query, use)
  const created = query === '' ? null : (spec.create?.(ctx, query) ?? null)
  const rows = (created ? [...ranked, created] : ranked).map((option, index): PaletteRow => ({
    id: `option:${option.id}`,
    title: option.title,
    detail: option.disabled ?? option.detail ?? null,
    keys: typedOf(spec, chosen) === null && query === '' && index < 9 ? [String(index + 1)] : null,
    disabled: option.disabled ?? null,
    heading: '',
    act: { kind: 'option', option },
    ...(option.isLastResort && { isGuess: true }),
  }))
  return spec.optional && query === '' ? [...rows, skipRow] : rows
}

/** The prompt of an argument page; null for a choice. */
export function typedOf(spec: ArgSpec, chosen: Chosen = {}): string | null {
  const said = spec.typed?.(chosen) ?? null
  if (said !== null) return said
  if (spec.type === 'date') return DAY_HINT
  return spec.type === 'text' ? 'a note' : null
}

const skipRow: PaletteRow = {
  id: 'skip',
  title: 'Without',
  detail: 'not needed',
  keys: null,
  disabled: null,
  heading: '',
  act: { kind: 'skip' },
}

/** The dry run in a line, what matters most first: "taken from others: 2 (Ann 2) · 35 writes · already with Bo: 4". */
export function planLine(plan: Plan): string {
  const count = plan.ops.length
  const left = [...grouped(plan.skipped, ({ reason: why }) => why)].map(([why, items]) => `${why}: ${items.length}`)
  return [...plan.warnings, count === 1 ? '1 change' : `${formatCount(count)} changes`, ...left].join(' · ')
}

/** The highlighted row: the last moved to, else the argument's default, else the first available. */
export function highlighted(rows: readonly PaletteRow[], picked: string | null, preset: string | null): string {
  const usable = rows.filter(({ disabled }) => !disabled)
  const of = (wanted: string | null) => usable.find(({ id }) => id === wanted)
  return (of(picked) ?? of(`option:${preset}`) ?? usable.find(({ isGuess }) => !isGuess))?.id ?? ''
}

/** Items by key, keys in the order they first come. */
function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
