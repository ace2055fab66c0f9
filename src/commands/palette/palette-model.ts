/** The rows of the palette: commands, results, and choices of an argument page. Pure. */
import type { ArgSpec, Chosen, Command, CommandGroup, CommandId, Ctx, Option, Plan } from '#src/commands/command.ts'
import { evaluate } from '#src/commands/dispatcher/when.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Registry } from '#src/commands/registry.ts'
import { contextName } from '#src/commands/commit.ts'
import { reason } from '#src/commands/run.ts'
import { formatCount } from '#src/format/count.ts'
import type { Frecency } from './frecency.ts'
import { DAY_WORDS } from '#src/format/day.ts'
import { rankItems } from './rank.ts'

/** More rows than this are counted, not drawn. */
export const maxRows = 50
/** The minimum number of rows for results outside this list. */
export const keptForRemote = 10
const maxRecent = 8
const maxQueries = 3

export type RowAct =
  | { kind: 'command'; id: CommandId }
  | { kind: 'hit'; hit: Hit }
  | { kind: 'option'; option: Option }
  /** Searches for it again. */
  | { kind: 'query'; text: string }
  /** Skips the optional argument. */
  | { kind: 'skip' }

export interface Row {
  id: string
  title: string
  detail: string | null
  keys: readonly string[] | null
  /** Why it is unavailable. */
  disabled: string | null
  heading: string
  act: RowAct
}

export type Scope = 'all' | 'commands' | 'help' | readonly HitKind[]

const scopes: Record<string, Scope> = {
  '>': 'commands',
  '?': 'help',
  '#': ['case', 'alert'],
  '@': ['manager'],
  '=': ['customer'],
  '%': ['rule'],
  '~': ['view'],
}

/** The scope of a query by its first character, and its remainder. */
export function readQuery(text: string): { scope: Scope; query: string } {
  const scope = scopes[text.charAt(0)]
  return scope ? { scope, query: text.slice(1).trim() } : { scope: 'all', query: text.trim() }
}

/** The kinds of results of a scope. */
export const kindsOf = (scope: Scope): readonly HitKind[] =>
  scope === 'all' ? ['case', 'alert', 'customer', 'rule', 'view'] : typeof scope === 'string' ? [] : scope

const headings: Record<HitKind, string> = {
  case: 'Cases',
  alert: 'Alerts',
  customer: 'Customers',
  rule: 'Rules',
  manager: 'Managers',
  view: 'Saved views',
}

interface Sources {
  registry: Registry
  frecency: Frecency
  ctx: Ctx
}

/** On an empty query: what decides first, what goes elsewhere and what is set once last. */
const groups: readonly CommandGroup[] = ['Triage', 'Assign', 'View', 'Navigate', 'Select', 'Customer', 'Rules', 'App']

/**
 * The matching commands, best first; unavailable ones last, with the reason. An empty query lists recent ones first,
 * then the rest by group.
 */
export function commandRows({ registry, frecency, ctx }: Sources, scope: Scope, query: string): Row[] {
  if (typeof scope !== 'string') return []
  const place = contextName(ctx.atoms)
  const entries = registry.commands
    .filter((command) => (scope === 'help' || !command.hidden) && evaluate(command.when, ctx.atoms))
    .toSorted((a, b) => b.priority - a.priority)
    .map((command) => ({
      command,
      against: reason(command, ctx),
      name: command.title(ctx),
      title: withoutNumbers(command.title(ctx)),
      keywords: [command.shortTitle, ...command.keywords],
      use: frecency.weight(`command:${command.id}`, place),
    }))
  const ranked = rankItems(entries, query, ({ use }) => use)
  const usable = ranked.filter(({ against }) => against === null)
  const unusable = ranked.filter(({ against }) => against !== null)
  const draw = (heading?: string) => (entry: (typeof entries)[number]) =>
    commandRow(registry, entry, heading ?? entry.command.group)
  if (query !== '') return [...usable, ...unusable].map(draw('Commands'))
  const recent = new Set(usable.filter(({ use }) => use > 0).slice(0, maxRecent))
  const others = groups.flatMap((group) => entries.filter(({ command }) => command.group === group))
  const rest = others.filter((entry) => entry.against === null && !recent.has(entry))
  const searched = scope === 'all' ? frecency.latest(queryKey(''), maxQueries).map(queryRow) : []
  return [...[...recent].map(draw('Recent')), ...searched, ...rest.map(draw()), ...unusable.map(draw())]
}

/** The id or the count that a title ends with: who types a number looks for a thing, and Enter must not write on it. */
const withoutNumbers = (title: string) => title.replace(/\S*\d\S*/g, ' ').replace('…', '')

/** The key of remembered searches: on this device, encrypted, since they may name customers. */
export const queryKey = (text: string) => `query:${text}`

const queryRow = (text: string): Row => ({
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
): Row {
  return {
    id: `command:${command.id}`,
    title: name,
    detail: against,
    keys: registry.keyOf(command.id),
    disabled: against,
    heading: against ? 'Not now' : heading,
    act: { kind: 'command', id: command.id },
  }
}

/** The results, by kind in the order of the best match. */
export const hitRows = (hits: readonly Hit[]): Row[] =>
  [...grouped(hits, ({ kind }) => kind).values()].flat().map((hit) => ({
    id: `hit:${hit.kind}:${hit.id}`,
    title: hit.title,
    detail: hit.detail ?? null,
    keys: null,
    disabled: null,
    heading: headings[hit.kind],
    act: { kind: 'hit', hit },
  }))

/** Further results, from this device and then the server, under their own headings. */
export function remoteRows(hits: readonly Hit[], there: readonly Row[]): Row[] {
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
): Row[] {
  const use = ({ id }: Option) => (query === '' ? 0 : frecency.weight(optionKey(command.id, spec.name, id)))
  const ranked = rankItems(options, query, use)
  const created = query === '' ? null : (spec.create?.(ctx, query) ?? null)
  const rows = (created ? [...ranked, created] : ranked).map((option, index): Row => ({
    id: `option:${option.id}`,
    title: option.title,
    detail: option.disabled ?? option.detail ?? null,
    keys: typedOf(spec, chosen) === null && query === '' && index < 9 ? [String(index + 1)] : null,
    disabled: option.disabled ?? null,
    heading: '',
    act: { kind: 'option', option },
  }))
  return spec.optional && query === '' ? [...rows, skipRow] : rows
}

/** The prompt of an argument page; null for a choice. */
export function typedOf(spec: ArgSpec, chosen: Chosen = {}): string | null {
  const said = spec.typed?.(chosen) ?? null
  if (said !== null) return said
  if (spec.type === 'date') return DAY_WORDS
  return spec.type === 'text' ? 'a note' : null
}

const skipRow: Row = {
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
export function highlighted(rows: readonly Row[], picked: string | null, preset: string | null): string {
  const usable = rows.filter(({ disabled }) => !disabled)
  const of = (wanted: string | null) => usable.find(({ id }) => id === wanted)
  return (of(picked) ?? of(`option:${preset}`) ?? usable[0])?.id ?? ''
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
