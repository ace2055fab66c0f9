/**
 * A command: the one declaration behind a key, a palette row, a button, a menu item, a cheatsheet line and
 * `aria-keyshortcuts` (docs/design/interaction.md#commands).
 */
import type { OpDraft } from '#contract/ops/op.ts'
import { all, always, inOverlay, namesOverlay, type Atoms, type When } from '#src/commands/dispatcher/when.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { formatCount } from '#src/format/count.ts'
import type { CommandId } from './command-ids.ts'
import type { Ports, Source } from './ports.ts'

export type { CommandId } from './command-ids.ts'

/** 'r', 'g c', 'mod+enter', 'shift+x', '* a'; '1..9' stands for nine keys, which of them is `ctx.digit`. */
export type KeySpec = string

export type CommandGroup = 'Navigate' | 'Select' | 'Triage' | 'Assign' | 'View' | 'Customer' | 'Rules' | 'App'

/** The list in front: its cursor and selection are what commands act on. */
export interface ActiveList {
  /** As screen readers hear it: 'Cases'. */
  name: string
  state: ListState
  /** One row and several, for labels: ['case', 'cases']. */
  noun: readonly [one: string, many: string]
  /** The row of an id as far as it is loaded; the feature that owns the list knows its type. */
  rowOf(id: string): unknown
  /** It has a cursor and no selection. */
  isSingle?: boolean
  /** The filter in words of its own: what a selection by query is recorded with. */
  query?(): string
  /**
   * Reads everything the filter fits, up to a limit, in the list's order, so that `rowOf` knows the rows; for a selection
   * by query. `total` is how many there are now. Lists whose rows are all there have none.
   *
   * @throws ApiError.
   */
  gather?(limit: number, onProgress: (read: number) => void): Promise<{ ids: readonly string[]; total: number }>
}

/** What a command can ask of the command layer itself. */
export interface Actions {
  /** Opens the palette, on a kind of thing by its prefix (`>`, `#`, `@`, `=`, `%`, `~`, `?`). */
  palette(prefix?: string): void
  /** Opens the cheatsheet. */
  help(): void
  undo(): void
  redo(): void
  /** Runs the last write again, with the same arguments. */
  repeat(): void
  /** Opens the recorder on a command's keys. */
  recordKeys(id: CommandId): void
  /** Says something in the status line and to screen readers. */
  say(text: string): void
}

/** What a command may look at. Made afresh for each use, never kept. */
export interface Ctx {
  atoms: Atoms
  list: ActiveList | null
  /**
   * The selection in the list's order or, without one, the row under the cursor; empty when there is neither. Of a
   * selection by query those that are loaded, until the command is run: then all.
   */
  targets: readonly string[]
  /** How many are meant; more than `targets` while a query is not wholly loaded. */
  size: number
  source: Source
  /** The keys as pressed, 'g 3'; null without a key. */
  stroke: string | null
  /** The digit of a '1..9' key. */
  digit: number | null
  /** The count typed before the key. */
  count: number | null
  ports: Ports
  actions: Actions
}

/** What one choice in an argument page looks like. */
export interface Option<V = unknown> {
  /** Stable; never the title. */
  id: string
  value: V
  title: string
  detail?: string
  keywords?: readonly string[]
  /** Shown greyed, with this as the reason. */
  disabled?: string
}

export type ArgType =
  | 'manager'
  | 'template'
  | 'status'
  | 'reason'
  | 'platform'
  | 'date'
  | 'text'
  | 'view'
  | 'sar'
  | 'filter'
  | 'choice'

/** One page of the palette. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of pages holds values of many types; Args gives them back
export interface ArgSpec<Name extends string = string, V = any> {
  name: Name
  type: ArgType
  /** The crumb before the input: "Assign 37 cases to". */
  prompt: (c: Ctx) => string
  /**
   * What can be chosen, best first. The palette ranks by the query; on a tie and on an empty query this order stands.
   * `chosen` holds the arguments of the pages before. May have to load: offline then means an empty list, not an error.
   */
  source: (c: Ctx, query: string, chosen: Chosen) => readonly Option<V>[] | Promise<readonly Option<V>[]>
  /** May be passed over with Enter on an empty page. */
  optional?: boolean
  /** Highlighted first: the usual. By option id. */
  default?: (c: Ctx) => string | null
  /** Highlighted first is what was chosen last, where there is no default. */
  recalls?: boolean
  /** Makes an option of the text typed, for arguments that are text. Null refuses it. */
  create?: (c: Ctx, query: string) => Option<V> | null
  /** What is to be typed, where words are meant rather than a choice: "a name". Digits are then text. */
  typed?: (chosen: Chosen) => string | null
}
export type Chosen = Readonly<Record<string, unknown>>

/** The values of a command's argument pages by name. */
export type Args<A extends readonly ArgSpec[]> = {
  readonly [S in A[number] as S['name']]: S extends ArgSpec<string, infer V> ? V : never
}

/** What a command would write: pure, so that it can be shown while a choice is only highlighted. */
export interface Plan {
  ops: readonly OpDraft[]
  /** What is left out and why: already so, not loaded, not allowed. */
  skipped: readonly { id: string; reason: string }[]
  warnings: readonly string[]
  /** Said after it is done: "Resolved PX100231", "37 cases to analyst3". */
  summary: string
  /**
   * Given where one more Enter is due, and says for what: "Resolve 12 alerts, 2 hard stops". More than 50 operations ask
   * of themselves.
   */
  confirm?: string
  /** What it will do, in words: what a question about it begins with. */
  asks?: string
  /** The template its words came from, "fits-profile@1"; for the record. */
  template?: string
  /** What is counted as used once it is done, beside the command: keys of `frecency`. */
  uses?: readonly string[]
  /** What `.` does again, where that is not this command with its arguments: a digit means another thing elsewhere. */
  again?: Again
  /** Work to offer in its place, by Shift+Enter: "only the 31 unassigned". */
  instead?: { title: string; plan: Plan }
  /** It goes against something that a person may overrule: the question tells what, and takes a reason. */
  against?: Against
}

/** What a plan goes against, and what its operations are once that was answered. */
export interface Against {
  /** In sentences. */
  text: string
  /** Records behind it. */
  links: readonly { title: string; href: string }[]
  /** With the reason in words; with none, it is kept without one. */
  answered(words: string): readonly OpDraft[]
}

/** A command with its arguments. */
export interface Again {
  id: CommandId
  args: Chosen
}

export const emptyPlan: Plan = { ops: [], skipped: [], warnings: [], summary: '' }

/** What came of it, for the announcement. */
export interface Result<A = Chosen> {
  plan: Plan
  args: A
  /** Operations queued. */
  written: number
}

/** What `run` did besides the writes of the plan. */
export type Effect = {
  /** Said in place of the plan's summary. */
  announce?: string
} & (LocalChange | { [Way in keyof LocalChange]?: undefined })

/** What can be taken back can be done again. */
type LocalChange = {
  /** Takes back a change that lives only here (a moved pin, a changed filter); runs with the undo of the writes. */
  undo: () => void
  /** Makes that change again, once it was taken back. */
  redo: () => void
}

/** Makes a change that lives only here. */
export function changeHere(announce: string, make: () => void, undo: () => void): Effect {
  make()
  return { announce, undo, redo: make }
}

/**
 * How it is taken back. `hold`: withdrawn while it has not been sent. `inverse`: another plan. `none`: nothing to take
 * back, or, with `confirm`, something that cannot be and therefore asks first.
 */
export type Undo = { kind: 'hold' } | { kind: 'inverse'; make: (p: Plan) => Plan } | { kind: 'none'; confirm?: boolean }

// oxlint-disable-next-line typescript/no-explicit-any -- a registry holds commands of many argument lists
export interface Command<A extends readonly ArgSpec[] = any> {
  id: CommandId
  /** With its object: "Resolve 37 alerts…". */
  title: (c: Ctx) => string
  /** Without it, for badges and the cheatsheet. */
  shortTitle: string
  group: CommandGroup
  /** Other words for it. */
  keywords: readonly string[]
  when: When
  /** Why not now; greyed in the palette, spoken on the key. */
  disabledReason?: (c: Ctx) => string | null
  keys: readonly KeySpec[]
  /** Keys that work in text too. Those with mod, Escape and the function keys do anyhow. */
  whileTyping: boolean
  /** What auto-repeat does. */
  repeat: 'allow' | 'ignore'
  /** What a count before the key means. */
  count: 'none' | 'times' | 'toIndex'
  /** Not offered in the palette: movement, which makes no sense there. It stays in the cheatsheet. */
  hidden: boolean
  args: A
  plan?: (c: Ctx, a: Args<A>) => Plan
  /** The local part, synchronous, after the plan's operations are queued. Commands that only write have none. */
  // oxlint-disable-next-line typescript/no-invalid-void-type -- most local commands have nothing to report
  run?: (c: Ctx, a: Args<A>, p: Plan) => Effect | void
  /**
   * What it does where its plan writes nothing, in place of `run`: a note that needs words is opened. Null, or without it,
   * the reason is said and nothing has happened.
   */
  otherwise?: (c: Ctx, a: Args<A>, p: Plan) => Effect | null
  undo: Undo
  audit: 'none' | 'local' | 'server'
  /** `block`: refused without a connection. */
  offline: 'local' | 'queue' | 'block'
  /** Needs all ids of a selection by query, which are read before it runs. What plans, does. */
  gathers: boolean
  /** `next`: the cursor goes on, in the direction of the last move. */
  advance: 'none' | 'next'
  /** `high` always asks for confirmation; a plan asks for itself by `confirm`. */
  risk: 'low' | 'high'
  announce?: (r: Result<Args<A>>) => string
  /** Among equals in the palette, the higher first. */
  priority: number
}

type Defaults =
  | 'keywords'
  | 'when'
  | 'keys'
  | 'whileTyping'
  | 'repeat'
  | 'count'
  | 'hidden'
  | 'args'
  | 'undo'
  | 'audit'
  | 'offline'
  | 'gathers'
  | 'advance'
  | 'risk'
  | 'priority'

export type CommandInit<A extends readonly ArgSpec[]> = Omit<Command<A>, Defaults | 'title' | 'shortTitle'> &
  Partial<Pick<Command<A>, Defaults>> &
  ({ title: string; shortTitle?: string } | { title: (c: Ctx) => string; shortTitle: string })

/**
 * Fills in what most commands have in common: a command with a plan is queued offline, held for undo and recorded by
 * the server; one without writes nothing. A `when` that names no overlay holds only where there is none.
 */
export function defineCommand<const A extends readonly ArgSpec[] = readonly []>(init: CommandInit<A>): Command<A> {
  const { title, when = always } = init
  const writes = Boolean(init.plan)
  return {
    keywords: [],
    keys: [],
    whileTyping: false,
    repeat: 'ignore',
    count: 'none',
    hidden: false,
    args: [] as unknown as A,
    undo: writes ? { kind: 'hold' } : { kind: 'none' },
    audit: writes ? 'server' : 'none',
    offline: writes ? 'queue' : 'local',
    gathers: writes,
    advance: 'none',
    risk: 'low',
    priority: 0,
    ...init,
    title: typeof title === 'string' ? () => title : title,
    shortTitle: init.shortTitle ?? String(title),
    when: namesOverlay(when) ? when : all(when, inOverlay('none')),
  }
}

/** An argument page with its value's type inferred. */
export const defineArg = <const Name extends string, V>(spec: ArgSpec<Name, V>): ArgSpec<Name, V> => spec

/** "PX100231" or "37 cases": what a command acts on, for its title. */
export function targetLabel(c: Ctx): string {
  const { list, targets, size } = c
  if (!list || size === 0) return ''
  if (size > targets.length) return `all ${formatCount(size)} ${list.noun[1]}`
  return size === 1 ? `${targets[0]}` : `${formatCount(size)} ${list.noun[1]}`
}
