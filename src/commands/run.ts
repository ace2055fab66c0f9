/**
 * Running a command, whatever started it: reasons against it, arguments, the plan, one more Enter where due, the writes,
 * undo, and what is said about it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ArgSpec, Chosen, Command, CommandId, Ctx, Plan } from './command.ts'
import { emptyPlan } from './command.ts'
import type { ListSnapshot } from './list-state.ts'
import type { EnqueueMeta, Source } from './ports.ts'
import type { UndoEntry } from './undo.ts'
import { evaluate, type Atoms } from './when.ts'
import type { Services } from './layer.ts'

/** The circumstances of one use. */
export interface How {
  source: Source
  stroke?: string | null
  digit?: number | null
  count?: number | null
  args?: Chosen
  /** As they were where the command was asked for; read afresh without. */
  atoms?: Atoms
  /** The question, if there was one, has been answered. */
  isConfirmed?: boolean
  /** Use the plan's `instead`. */
  isInstead?: boolean
}

/** A command as far as it can be thought through without running it. */
export interface Prepared {
  command: Command
  ctx: Ctx
  args: Chosen
  how: How
  plan: Plan
  /** What one more Enter would confirm; null where none is due. */
  question: string | null
}

/** `opened` the palette for arguments; `asked` for one more Enter. */
export type Outcome = 'done' | 'refused' | 'nothing' | 'opened' | 'asked'

/** A question waiting for Enter. Enter counts from `from` on, ms, so that a bouncing key answers nothing. */
export interface Confirmation {
  prepared: Prepared
  question: string
  from: number
}

export interface Runner {
  readonly confirmation: StoreApi<{ asked: Confirmation | null }>
  context(how: How): Ctx
  prepare(id: CommandId, how: How): Prepared
  execute(id: CommandId, how: How): Outcome
  /** Runs what was prepared, asking nothing. */
  commit(prepared: Prepared): Outcome
  /** Answers the question: true once it was used up, false for too early. */
  answer(isInstead?: boolean): boolean
  dismiss(): void
  repeat(): Outcome
}

/** More operations than this ask for one more Enter. */
export const askAbove = 50
/** For how long Enter is not yet an answer, ms. */
export const bounce = 250
/** After so many uses by pointer a command's key is pointed out, once. */
const coachAfter = 3

/** What one more Enter would confirm, in words; null where none is due. */
export function question(command: Command, title: () => string, plan: Plan): string | null {
  if (plan.confirm) return plan.confirm
  const count = plan.ops.length
  const isFinal = command.undo.kind === 'none' && command.undo.confirm
  if (command.risk === 'low' && !isFinal && count <= askAbove) return null
  const reasons = [isFinal && 'this cannot be undone', count > askAbove && `${count.toLocaleString('en')} writes`]
  return [title().replace(/…$/, ''), ...reasons].filter(Boolean).join(', ')
}

/** The argument page to show next; null when all are there. */
export const nextArg = (command: Command, chosen: Chosen): ArgSpec | null =>
  (command.args as readonly ArgSpec[]).find(({ name }) => !(name in chosen)) ?? null

/** Why a command cannot be used in this context, in words; null when it can. */
export function reason(command: Command, ctx: Ctx): string | null {
  if (!evaluate(command.when, ctx.atoms)) return 'Not available here'
  if (command.offline === 'block' && ctx.atoms.offline) return 'Needs a connection'
  return command.disabledReason?.(ctx) ?? null
}

export function createRunner(services: Services): Runner {
  const { registry, context, ports, notices, undo, palette, frecency, actions } = services
  const confirmation = createStore<{ asked: Confirmation | null }>(() => ({ asked: null }))
  const pointerUses = new Map<CommandId, number>()
  let last: { id: CommandId; args: Chosen; digit: number | null } | null = null

  function makeContext(how: How): Ctx {
    const list = context.list()
    let targets: readonly string[] | null = null
    return {
      atoms: how.atoms ?? context.read(),
      list,
      // asked for by few commands, and not cheap over a large selection
      get targets() {
        targets ??= list?.state.targets() ?? []
        return targets
      },
      source: how.source,
      stroke: how.stroke ?? null,
      digit: how.digit ?? null,
      count: how.count ?? null,
      ports,
      actions,
    }
  }

  function prepare(id: CommandId, how: How): Prepared {
    const command = registry.get(id)
    const ctx = makeContext(how)
    const args = how.args ?? {}
    const full = command.plan?.(ctx, args) ?? emptyPlan
    const plan = how.isInstead && full.instead ? full.instead.plan : full
    return { command, ctx, args, how, plan, question: question(command, () => command.title(ctx), plan) }
  }

  function dismiss() {
    if (!confirmation.getState().asked) return
    confirmation.setState({ asked: null })
    notices.clear()
  }

  function execute(id: CommandId, how: How): Outcome {
    dismiss()
    const command = registry.get(id)
    const ctx = makeContext(how)
    const against = reason(command, ctx)
    if (against) {
      notices.say(`${command.shortTitle}: ${against}`)
      return 'refused'
    }
    if (nextArg(command, how.args ?? {})) {
      palette.ask(ctx.atoms, id, how)
      return 'opened'
    }
    const prepared = prepare(id, how)
    if (prepared.question === null || how.isConfirmed) return commit(prepared)
    confirmation.setState({ asked: { prepared, question: prepared.question, from: ports.now() + bounce } })
    notices.say(`${prepared.question}. Enter confirms.`)
    return 'asked'
  }

  function commit(prepared: Prepared): Outcome {
    const { command, ctx, args, how, plan } = prepared
    if (command.plan && plan.ops.length === 0 && !command.run) {
      const [first] = plan.skipped
      notices.say(plan.summary || (first ? `Nothing to change: ${first.reason}` : 'Nothing to change'))
      return 'nothing'
    }
    const list = ctx.list?.state ?? null
    const before = list?.snapshot() ?? null
    const meta: EnqueueMeta = {
      commandId: command.id,
      source: how.source,
      label: plan.summary || command.title(ctx),
      stroke: how.stroke ?? null,
    }
    const group = plan.ops.length > 0 ? write(prepared, meta) : null
    const effect = command.run?.(ctx, args, plan) ?? {}
    const said = effect.announce ?? command.announce?.({ plan, args, written: plan.ops.length }) ?? plan.summary
    const entry = undoEntry(prepared, meta, group, effect.undo ?? null, before)
    if (entry) undo.push(entry)
    if (group !== null) last = { id: command.id, args, digit: how.digit ?? null }
    if (!command.hidden) frecency.use(`command:${command.id}`, contextName(ctx.atoms))
    if (said) notices.say(said, { hint: hint(command.id, how.source), entry })
    return 'done'
  }

  function write({ command, ctx, plan }: Prepared, meta: EnqueueMeta): string {
    const list = ctx.list?.state
    list?.remember()
    list?.noteLeaving(ctx.targets)
    if (command.advance === 'next') list?.advance(ctx.targets)
    return ports.enqueue(plan.ops, meta).group
  }

  function hint(id: CommandId, source: Source): string | null {
    const key = registry.keyOf(id)?.join(' ')
    if (!key) return null
    if (source === 'palette') return `Next time: ${key}`
    if (source !== 'pointer' && source !== 'menu') return null
    const uses = (pointerUses.get(id) ?? 0) + 1
    pointerUses.set(id, uses)
    return uses === coachAfter ? `Next time: ${key}` : null
  }

  return {
    confirmation,
    context: makeContext,
    prepare,
    execute,
    commit,
    answer(isInstead = false) {
      const { asked } = confirmation.getState()
      if (!asked || ports.now() < asked.from) return false
      confirmation.setState({ asked: null })
      const { command, how } = asked.prepared
      const again = isInstead ? prepare(command.id, { ...how, isInstead }) : asked.prepared
      commit(again)
      return true
    },
    dismiss,
    repeat() {
      if (last) return execute(last.id, { source: 'repeat', stroke: '.', args: last.args, digit: last.digit })
      notices.say('Nothing to repeat')
      return 'nothing'
    },
  }
}

/** How it is taken back; null where there is nothing to take back. */
function undoEntry(
  { command, ctx, plan }: Prepared,
  meta: EnqueueMeta,
  group: string | null,
  local: (() => void) | null,
  before: ListSnapshot | null,
): UndoEntry | null {
  const { undo } = command
  const list = ctx.list?.state
  if (undo.kind === 'none' || (group === null && local === null)) return null
  return {
    label: meta.label,
    group,
    ops: plan.ops,
    meta: group === null ? null : meta,
    inverse: undo.kind === 'inverse' ? () => ({ ops: undo.make(plan).ops, meta }) : null,
    local,
    restore: before && list ? () => list.restore(before) : null,
  }
}

/** What usage counts are kept apart by: the surface, and whether there is a selection. */
export const contextName = (atoms: Atoms) => `${atoms.view ?? 'none'}${atoms.hasSelection ? '+' : ''}`
