/**
 * A command: the one declaration behind a key, a palette row, a button, a menu item, a cheatsheet line and
 * `aria-keyshortcuts` (docs/design/interaction.md#commands).
 */
import type { Call } from '#contract/call.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import { all, always, inOverlay, namesOverlay, type Atoms, type When } from '#src/commands/dispatcher/when.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { formatCount } from '#src/format/count.ts'
import type { CommandId, View } from './names.ts'
import type { Ports, Source } from './ports.ts'

export type { CommandId } from './names.ts'

/** 'r', 'g c', 'mod+enter', 'shift+x', '* a'; '1..9' stands for nine keys, which of them is `ctx.digit`. */
export type KeySpec = string

export type CommandGroup = 'Navigate' | 'Select' | 'Triage' | 'Assign' | 'View' | 'Customer' | 'Rules' | 'App'

/** The current list: commands act on its cursor and selection. */
export interface ActiveList {
  /** The label for screen readers: 'Cases'. */
  name: string
  state: ListState
  /** One row and several, for labels: ['case', 'cases']. */
  noun: readonly [one: string, many: string]
  /** The row of an id as far as it is loaded; the feature that owns the list knows its type. */
  rowOf(id: string): unknown
  /** It has a cursor and no selection. */
  isSingle?: boolean
  /** The filter as text, recorded with a selection by query. */
  query?(): string
  /**
   * Reads everything the filter fits, up to a limit, in the list's order, so that `rowOf` knows the rows; for a selection
   * by query. `total` is how many there are now. Lists whose rows are all there have none.
   *
   * @throws ApiError.
   */
  gather?(limit: number, onProgress: (read: number) => void): Promise<{ ids: readonly string[]; total: number }>
}

/** The command layer's functions for commands. */
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
  /** Shows a message in the status line, and announces it. */
  say(text: string): void
  /** Buffers the keys that are pressed until something is there: they mean what they will mean then. */
  holdKeys(until: Promise<void>): void
}

/** Records that a command reads before it is planned. */
export interface Reads {
  /** The number of records. */
  total: number
  /** Reads them; `tell` is called with the number read so far. Never rejects. */
  read(tell: (read: number) => void): Promise<void>
}

/** The context of a command. Created for each use, never stored. */
export interface Ctx {
  atoms: Atoms
  list: ActiveList | null
  /**
   * The selection in the list's order or, without one, the row under the cursor; empty when there is neither. Of a
   * selection by query those that are loaded, until the command is run: then all.
   */
  targets: readonly string[]
  /** The number of targets; more than `targets` while a query is partly loaded. */
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

/** One choice of an argument page. */
export interface Option<V = unknown> {
  /** Stable; never the title. */
  id: string
  value: V
  title: string
  detail?: string
  keywords?: readonly string[]
  /** Shown greyed, with this as the reason. */
  disabled?: string
  /** Chosen on purpose alone: it comes last, and Enter does not take it before it was moved to. */
  isLastResort?: boolean
}

/** `date` and `text` are typed, a `choice` is one of the source's options. */
export type ArgType = 'choice' | 'date' | 'text'

/** One page of the palette. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of pages holds values of many types; Args gives them back
export interface ArgSpec<Name extends string = string, V = any> {
  name: Name
  type: ArgType
  /** Chosen on its page alone, where the evidence is in sight: a line with the command's title does not reach it. */
  isInSight?: boolean
  /** The crumb before the input: "Assign 37 cases to". */
  prompt: (c: Ctx) => string
  /**
   * The choices, best first. The palette ranks by the query; on a tie and on an empty query this order applies.
   * `chosen` contains earlier arguments. If it has to load, offline returns an empty list, not an error.
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
  /** The prompt of a text argument: "a name". Digits are then text. */
  typed?: (chosen: Chosen) => string | null
}
export type Chosen = Readonly<Record<string, unknown>>

/** The values of a command's argument pages by name. */
export type Args<A extends readonly ArgSpec[]> = {
  readonly [S in A[number] as S['name']]: S extends ArgSpec<string, infer V> ? V : never
}

/** The operations of a command, as a pure value, so that a highlighted choice can be previewed. */
export interface Plan {
  ops: readonly OpDraft[]
  /** Excluded targets with the reason: unchanged, not loaded, not allowed. */
  skipped: readonly { id: string; reason: string }[]
  warnings: readonly string[]
  /** The message afterwards: "Resolved PX100231", "37 cases to analyst3". */
  summary: string
  /** Requires a confirmation, with its text: "Resolve 12 alerts, 2 hard stops". More than 50 operations always do. */
  confirm?: string
  /** The announcement of the effect, at the start of a question. */
  asks?: string
  /** The template its words came from, "fits-profile@1"; for the record. */
  template?: string
  /** Additional usage counts beside the command: keys of `frecency`. */
  uses?: readonly string[]
  /** The repeated command of `.`, if it is another one: a digit has other meanings elsewhere. */
  again?: Again
  /** Work to offer in its place, by Shift+Enter: "only the 31 unassigned". */
  instead?: { title: string; plan: Plan }
  /** A contradiction that a person may override: the question explains it, and takes a reason. */
  against?: Against
}

/** The contradiction of a plan, and its operations after the answer. */
export interface Against {
  /** In sentences. */
  text: string
  /** Records behind it. */
  links: readonly { title: string; href: string }[]
  /** With a written reason; without one, it is kept without a reason. */
  answered(words: string): readonly OpDraft[]
}

/** A command with its arguments. */
export interface Again {
  id: CommandId
  args: Chosen
}

export const emptyPlan: Plan = { ops: [], skipped: [], warnings: [], summary: '' }

/** The result, for the announcement. */
export interface Result<A = Chosen> {
  plan: Plan
  args: A
  /** Operations queued. */
  written: number
}

/** The local effect of `run` beside the plan's operations. */
export type Effect = {
  /** The message, in place of the plan's summary. */
  announce?: string
} & (LocalChange | { [Way in keyof LocalChange]?: undefined })

/** An undoable effect can be redone. */
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
 * How it is undone. `hold`: withdrawn while unsent. `inverse`: by another plan. `none`: there is nothing to undo or,
 * with `confirm`, it cannot be undone and therefore asks first.
 */
export type Undo = { kind: 'hold' } | { kind: 'inverse'; make: (p: Plan) => Plan } | { kind: 'none'; confirm?: boolean }

// oxlint-disable-next-line typescript/no-explicit-any -- a registry holds commands of many argument lists
export interface Command<A extends readonly ArgSpec[] = any> {
  id: CommandId
  /** An earlier id: keymaps that name it keep their keys. */
  formerId?: string
  /** With its object: "Resolve 37 alerts…". */
  title: (c: Ctx) => string
  /** Without it, for badges and the cheatsheet. */
  shortTitle: string
  group: CommandGroup
  /** Its names in other tools and in the trade, so that the palette finds it; never read for a hidden command. */
  keywords: readonly string[]
  /** The words that begin it in one line with its first argument, by commas: 'assign, give' for "assign 37 to ines". */
  line?: string
  when: When
  /** The surface that it goes to; by default the one that its id names, `nav.rules`. */
  leadsTo?: View
  /**
   * The calls that it makes, also through a form that it opens; `[]` if it only reads. Unavailable to people who may not
   * make one of them, and without a connection unless it is `local`.
   */
  calls?: readonly Pick<Call, 'roles'>[]
  /** The reason why it is unavailable; greyed in the palette, announced on the key. */
  disabledReason?: (c: Ctx) => string | null
  keys: readonly KeySpec[]
  /** Keys that work in text too. Those with mod, Escape and the function keys do anyhow. */
  whileTyping: boolean
  /** The effect of auto-repeat. */
  repeat: 'allow' | 'ignore'
  /** The meaning of a count before the key; `rows`: it acts on that number of rows from the cursor on. */
  count: 'none' | 'times' | 'toIndex' | 'rows'
  /** Not offered in the palette: movement, which makes no sense there. It stays in the cheatsheet. */
  hidden: boolean
  args: A
  plan?: (c: Ctx, a: Args<A>) => Plan
  /** Records that the plan depends on and that are not on this device: they are read first. Null for none. */
  reads?: (c: Ctx) => Reads | null
  /** The local part, synchronous, after the plan's operations are queued. Commands that only write have none. */
  // oxlint-disable-next-line typescript/no-invalid-void-type -- most local commands have nothing to report
  run?: (c: Ctx, a: Args<A>, p: Plan) => Effect | void
  /**
   * The alternative if the plan is empty: a note that needs a text is opened. With null, or without it, the reason is
   * shown and nothing happens.
   */
  otherwise?: (c: Ctx, a: Args<A>, p: Plan) => Effect | null
  undo: Undo
  audit: 'none' | 'local' | 'server'
  /** `block`: refused without a connection. */
  offline: 'local' | 'queue' | 'block'
  /** Needs all ids of a selection by query, which are read before it runs. What plans, does. */
  gathers: boolean
  /** `next`: the cursor advances in the direction of the last move. */
  advance: 'none' | 'next'
  /** `high` always asks for confirmation; a plan asks for itself by `confirm`. */
  risk: 'low' | 'high'
  announce?: (r: Result<Args<A>>) => string
  /** Among equals in the palette, the higher first. */
  priority: number
}

type Defaults =
  | 'when'
  | 'keys'
  | 'whileTyping'
  | 'repeat'
  | 'count'
  | 'args'
  | 'undo'
  | 'audit'
  | 'offline'
  | 'gathers'
  | 'advance'
  | 'risk'
  | 'priority'

/** At least two, by commas: 'close, false positive'. A command that nobody can name is not found. */
export type Keywords = `${string}, ${string}`

/** A command of the palette has keywords; only what is not in the palette has none. */
export type Findable = { hidden?: false; keywords: Keywords } | { hidden: true; keywords?: undefined }

export type CommandInit<A extends readonly ArgSpec[]> = Omit<
  Command<A>,
  Defaults | 'title' | 'shortTitle' | 'hidden' | 'keywords'
> &
  Partial<Pick<Command<A>, Exclude<Defaults, 'offline'>>> &
  Findable &
  ({ offline?: 'local' | 'queue' } | (Required<Pick<Command, 'calls'>> & { offline: 'block' })) &
  ({ title: string; shortTitle?: string } | { title: (c: Ctx) => string; shortTitle: string })

/**
 * Fills in what most commands have in common: a command with a plan is queued offline, held for undo and recorded by
 * the server; one without writes nothing, and needs a connection if it names calls. A `when` that names no overlay holds only where there is none.
 */
export function defineCommand<const A extends readonly ArgSpec[] = readonly []>(init: CommandInit<A>): Command<A> {
  const { title, when = always } = init
  const writes = Boolean(init.plan)
  return {
    keys: [],
    whileTyping: false,
    repeat: 'ignore',
    count: 'none',
    args: [] as unknown as A,
    undo: writes ? { kind: 'hold' } : { kind: 'none' },
    audit: writes ? 'server' : 'none',
    offline: writes ? 'queue' : init.calls ? 'block' : 'local',
    gathers: writes,
    advance: 'none',
    risk: 'low',
    priority: 0,
    ...init,
    hidden: init.hidden ?? false,
    keywords: init.keywords?.split(', ') ?? [],
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
