/**
 * Running a command, whatever started it: reasons against it, arguments, the plan, one more Enter where due, the writes,
 * undo, and what is said about it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { formatCount } from '#src/format/count.ts'
import { actOf } from './act.ts'
import type { Again, ArgSpec, Chosen, Command, CommandId, Ctx, Effect, Plan } from './command.ts'
import { emptyPlan } from './command.ts'
import type { ListSnapshot } from './list-state.ts'
import type { EnqueueMeta, Source } from './ports.ts'
import type { UndoEntry } from './undo.ts'
import { evaluate, type Atoms } from './when.ts'
import type { How, Prepared } from './prepared.ts'
import type { Services } from './services.ts'

/** `opened` the palette for arguments; `asked` for one more Enter. */
export type Outcome = 'done' | 'refused' | 'nothing' | 'opened' | 'asked'

/** A question waiting for Enter. Enter counts from `from` on, ms, so that a bouncing key answers nothing. */
export interface Confirmation {
  prepared: Prepared
  question: string
  from: number
}

/** A selection by query that is being read for a command. */
export interface Gathering {
  label: string
  read: number
  total: number
}

export interface Runner {
  readonly confirmation: StoreApi<{ asked: Confirmation | null; gathering: Gathering | null }>
  context(how: How): Ctx
  prepare(id: CommandId, how: How): Prepared
  execute(id: CommandId, how: How): Outcome
  /** Runs what was prepared, asking nothing. */
  commit(prepared: Prepared): Outcome
  /** Answers the question: true once it was used up, false for too early. */
  answer(isInstead?: boolean): boolean
  /** Withdraws the question, or stops reading what a command was to act on. */
  dismiss(): void
  repeat(): Outcome
}

/** More operations than this ask for one more Enter. */
export const askAbove = 50
/** So many rows a command acts on at most; of more, the first. */
export const mostTargets = 2000
/** For how long Enter is not yet an answer, ms. */
export const bounce = 250
/** After so many uses by pointer a command's key is pointed out, once. */
const coachAfter = 3

/** What one more Enter would confirm, in words; null where none is due. */
export function question(command: Command, title: () => string, plan: Plan, recount?: string): string | null {
  const count = plan.ops.length
  const isFinal = command.undo.kind === 'none' && command.undo.confirm
  const isRisky = command.risk === 'high' || count > askAbove || recount !== undefined
  const isDue = plan.confirm !== undefined || isFinal || (isRisky && !isEmpty(command, plan))
  if (!isDue) return null
  const isMany = !plan.confirm && (count > askAbove || recount !== undefined)
  const reasons = [isFinal && 'this cannot be undone', isMany && `${formatCount(count)} writes`, recount]
  return [plan.confirm ?? title().replace(/…$/, ''), ...reasons].filter(Boolean).join(', ')
}

/** It would write, and there is nothing to write. */
const isEmpty = (command: Command, plan: Plan) => command.plan !== undefined && plan.ops.length === 0

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
  const { registry, context, ports, notices, undo, palette, frecency, actions, presses } = services
  const nothing = { asked: null, gathering: null }
  const confirmation = createStore<ReturnType<Runner['confirmation']['getState']>>(() => nothing)
  const pointerUses = new Map<CommandId, number>()
  /** The reading that is waited for. */
  let reading: object | null = null
  let last: Again | null = null

  function makeContext(how: How): Ctx {
    const list = context.list()
    let targets: readonly string[] | null = null
    return {
      atoms: how.atoms ?? context.read(),
      list,
      // asked for by few commands, and not cheap over a large selection
      get targets() {
        targets ??= how.targets ?? list?.state.targets().slice(0, mostTargets) ?? []
        return targets
      },
      get size() {
        return how.targets?.length ?? (list?.state.isPartial() ? list.state.size() : this.targets.length)
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
    const recount = how.recount ?? capped(ctx)
    return { command, ctx, args, how, plan, question: question(command, () => command.title(ctx), plan, recount) }
  }

  /** What a selection of ids loses to the limit of one command. */
  function capped({ list }: Ctx): string | undefined {
    const size = list && !list.state.isPartial() ? list.state.size() : 0
    return size > mostTargets ? firstOf(size) : undefined
  }

  function dismiss() {
    const { asked, gathering } = confirmation.getState()
    if (!asked && !gathering) return
    end()
    notices.clear()
  }

  /** Reads what a selection by query fits now, and goes on with it: a write asks first, and says what has changed. */
  async function gather(command: Command, { list }: Ctx, how: How): Promise<void> {
    if (!list?.gather) return
    const { state } = list
    const shown = state.size()
    const { except } = state.selection.getState()
    const tell = (read: number) =>
      confirmation.setState({ gathering: { label: command.shortTitle, read, total: shown } })
    const mine = {}
    reading = mine
    tell(0)
    notices.say(`Reading ${formatCount(shown)} ${list.noun[1]}`)
    try {
      const found = await list.gather(mostTargets + except.size, (read) => reading === mine && tell(read))
      if (reading !== mine) return
      const targets = found.ids.filter((id) => !except.has(id))
      const now = found.total - (found.ids.length - targets.length)
      const recount = command.plan && { recount: recountOf(shown, now) }
      end()
      decide(prepare(command.id, { ...how, targets: targets.slice(0, mostTargets), ...recount }))
    } catch (error) {
      if (reading !== mine) return
      end()
      notices.fail(`${command.shortTitle}: not all could be read. ${error instanceof Error ? error.message : ''}`)
    }
  }

  function end() {
    reading = null
    confirmation.setState(nothing)
  }

  function execute(id: CommandId, how: How): Outcome {
    dismiss()
    const command = registry.get(id)
    const ctx = makeContext(how)
    const against = reason(command, ctx)
    if (against) {
      notices.say(`${command.shortTitle}: ${against}`, { refused: { digit: ctx.digit } })
      return 'refused'
    }
    if (nextArg(command, how.args ?? {})) {
      palette.ask(ctx.atoms, id, how)
      return 'opened'
    }
    if (command.gathers && ctx.list?.state.isPartial() && !how.targets) {
      const missing = ctx.size - ctx.targets.length
      if (ctx.list.gather && !ctx.atoms.offline) {
        void gather(command, ctx, how)
        return 'asked'
      }
      notices.say(`${command.shortTitle}: ${formatCount(missing)} of them are not on this device. Needs a connection`)
      return 'refused'
    }
    return decide(prepare(id, how))
  }

  /** Runs it, or asks first. */
  function decide(prepared: Prepared): Outcome {
    if (prepared.question === null || prepared.how.isConfirmed) return commit(prepared)
    confirmation.setState({
      asked: { prepared, question: prepared.question, from: ports.now() + bounce },
      gathering: null,
    })
    notices.say(`${prepared.question}. Enter confirms.`)
    return 'asked'
  }

  function commit(prepared: Prepared): Outcome {
    const { command, ctx, args, how, plan } = prepared
    const isForNothing = isEmpty(command, plan)
    const other = isForNothing ? command.otherwise?.(ctx, args, plan) : null
    if (isForNothing && !other) {
      const [first] = plan.skipped
      // its summary would tell of what was not done
      notices.say(first ? `Nothing to change: ${first.reason}` : 'Nothing to change')
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
    const effect = other ?? command.run?.(ctx, args, plan) ?? {}
    const said = effect.announce ?? command.announce?.({ plan, args, written: plan.ops.length }) ?? plan.summary
    // nothing holds it back: a moment later it is with the server
    const isFinal = group !== null && ports.holdMs() === 0 && !ctx.atoms.offline
    // what changed only here is called as it was said
    const told = group === null && said ? { ...meta, label: said } : meta
    const entry = undoEntry(prepared, told, group, effect, before, isFinal)
    if (entry) undo.push(entry)
    for (const used of plan.uses ?? []) frecency.use(used)
    if (group !== null) last = plan.again ?? { id: command.id, args }
    if (!command.hidden) frecency.use(`command:${command.id}`, contextName(ctx.atoms))
    const words = isFinal ? `${said} (sent at once, cannot be undone)` : said
    if (said) notices.say(words, { hint: hint(command.id, how.source), entry, isOfWrite: group !== null })
    return 'done'
  }

  function write(prepared: Prepared, meta: EnqueueMeta): string {
    const { ctx, plan } = prepared
    const list = ctx.list?.state
    const act = actOf(prepared, meta.label, presses.take(), ports.now())
    const query = act.selection.mode === 'query' ? (ctx.list?.query?.() ?? null) : null
    list?.remember(ctx.targets)
    leave(prepared)
    return ports.enqueue(plan.ops, { ...meta, act, query }).group
  }

  /** Before rows may leave: where the cursor goes. */
  function leave({ command, ctx }: Prepared) {
    const list = ctx.list?.state
    list?.noteLeaving(ctx.targets)
    if (command.advance === 'next') list?.advance(ctx.targets)
  }

  /** How it is taken back; null where there is nothing to take back. */
  function undoEntry(
    prepared: Prepared,
    meta: EnqueueMeta,
    group: string | null,
    effect: Effect,
    before: ListSnapshot | null,
    isFinal: boolean,
  ): UndoEntry | null {
    const { command, ctx, plan } = prepared
    const { undo: local = null, redo = null } = effect
    const kind = command.undo
    const list = ctx.list?.state
    if (kind.kind === 'none' || (group === null && local === null)) return null
    return {
      label: meta.label,
      group,
      ops: plan.ops,
      meta: group === null ? null : meta,
      inverse: kind.kind === 'inverse' ? () => ({ ops: kind.make(plan).ops, meta }) : null,
      local,
      redo,
      restore: before && list ? () => list.restore(before) : null,
      leave: () => leave(prepared),
      isFinal,
    }
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
      end()
      const { command, how } = asked.prepared
      const again = isInstead ? prepare(command.id, { ...how, isInstead }) : asked.prepared
      commit(again)
      return true
    },
    dismiss,
    repeat() {
      if (last) return execute(last.id, { source: 'repeat', stroke: '.', args: last.args })
      notices.say('Nothing to repeat')
      return 'nothing'
    },
  }
}

/** What has changed since a selection by query was shown. */
function recountOf(shown: number, now: number): string {
  if (now > mostTargets) return firstOf(now)
  return now === shown ? 'recounted' : `${formatCount(now)} now, ${formatCount(shown)} were shown`
}

const firstOf = (size: number) => `the first ${formatCount(mostTargets)} of ${formatCount(size)}`

/** What usage counts are kept apart by: the surface, and whether there is a selection. */
export const contextName = (atoms: Atoms) => `${atoms.view ?? 'none'}${atoms.hasSelection ? '+' : ''}`
