/** Commands with their argument in one line: "assign 37 to in", "snooze to mon", "note called the bank". */
import type { ArgSpec, Command, Ctx, Option } from '#src/commands/command.ts'
import { evaluate } from '#src/commands/dispatcher/when.ts'
import type { Invocation } from '#src/commands/invocation.ts'
import { idsFrom, nextArg, reason, type Runner } from '#src/commands/runner.ts'
import { fold, rankItems } from './rank.ts'

/** A line as far as it can be read: the command, what it acts on, and the beginning of its argument. */
export interface Line {
  command: Command
  spec: ArgSpec
  how: Invocation
  ctx: Ctx
  /** The text of the argument. */
  rest: string
  /** The reason why it cannot run. */
  against: string | null
}

/** More choices than these are on the page of the argument. */
const MOST = 3
/** Between a command and its argument; says nothing. */
const LINK = /^(?:to|until|till|on|as|by|for|in|the)\s+|^[:=]\s*/i

interface Reading {
  commands: readonly Command[]
  runner: Pick<Runner, 'context'>
  how: Invocation
  ctx: Ctx
}

/** Any text would be an argument of type text; a choice in sight is made on its page. */
const isUnsaid = ({ type, isInSight }: ArgSpec): boolean => type === 'text' || isInSight === true

/** The beginnings of a command's lines, in small letters: the words it names, and its own title if its argument is a choice. */
export function headsOf({ line, shortTitle, args }: Command): string[] {
  const [spec] = args as readonly ArgSpec[]
  if (!spec) return []
  const named = line?.split(', ') ?? []
  return isUnsaid(spec) ? named : [...new Set([...named, fold(shortTitle.replace('…', ''))])]
}

/** Reads a line; null for a query that is none. */
export function readLine({ commands, runner, how, ctx }: Reading, query: string): Line | null {
  const text = query.trim()
  const heads = commands
    .filter(({ args, when }) => args.length > 0 && evaluate(when, ctx.atoms))
    .flatMap((command) => headsOf(command).map((head) => ({ command, head })))
    .filter(({ head }) => fold(text).startsWith(`${head} `))
    .toSorted((a, b) => b.head.length - a.head.length)
  const [first] = heads
  if (!first) return null
  const { command } = first
  const spec = nextArg(command, {})
  if (!spec) return null
  const { count, rest } = readRest(text.slice(first.head.length), command.plan !== undefined && spec.type !== 'text')
  if (rest === '') return null
  const state = ctx.list?.state
  // as many as are selected are the selection
  const isCounted = count !== null && state !== undefined && state.size() !== count
  const targets = isCounted ? idsFrom(state, 0, count) : undefined
  const counted: Invocation = { ...how, ...(targets && { targets }) }
  const own = targets ? runner.context(counted) : ctx
  const missing = targets && targets.length < count! ? `Only ${targets.length} rows are loaded` : null
  return { command, spec, how: counted, ctx: own, rest, against: missing ?? reason(command, own) }
}

function readRest(text: string, mayCount: boolean): { count: number | null; rest: string } {
  const [, digits, after = ''] = (mayCount && /^\s*(\d{1,5})(?:\s+(\S.*)?)?$/s.exec(text)) || []
  const rest = (digits === undefined ? text : after).trim()
  return { count: digits === undefined ? null : Number(digits), rest: rest.replace(LINK, '') }
}

/** The choices that a line means, best first. */
export async function choicesOf({ spec, ctx, rest }: Line): Promise<readonly Option[]> {
  const options = await spec.source(ctx, rest, {})
  const created = spec.create?.(ctx, rest) ?? null
  const ranked = rankItems(options, rest, () => 0)
  return [...ranked.slice(0, MOST), ...(ranked.length === 0 && created ? [created] : [])]
}

/** "Assign 37 cases to Ines Duarte", "Switch platform: Paxum". */
export function lineTitle({ command, ctx }: Line, { title }: Option): string {
  const name = command.title(ctx).replace(/…$/, '')
  return /\b(?:to|until|by)$/.test(name) ? `${name} ${title}` : `${name}: ${title}`
}
