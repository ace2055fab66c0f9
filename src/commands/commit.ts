/** Runs a prepared command without questions: operations, local effect, undo, message. */
import type { EnqueueMeta } from '#contract/ops/op.ts'
import type { Atoms } from '#src/commands/dispatcher/when.ts'
import { undoEntry } from '#src/commands/undo/undo-entry.ts'
import { commandRecordOf } from './command-record.ts'
import type { Again, Command, Ctx, Plan } from './command.ts'
import type { Act, Source } from './ports.ts'
import type { Invocation, Prepared } from './invocation.ts'
import type { Services } from './services.ts'
import type { CommandId } from './names.ts'
import type { Registry } from './registry.ts'

/**
 * A deciding key brings up the next row. Pressed again sooner than this it was a bounce or a mistake, as nobody can
 * have seen the new row, ms.
 */
export const unseen = 60

/** The targets of the last key. */
interface LastKey {
  stroke: string
  targets: readonly string[]
  until: number
}

/** The key that has just written on another row is here again before this one can have been seen. */
function isUnseen({ source, stroke, targets }: Ctx, lastKey: LastKey | null, now: number): boolean {
  if (source !== 'key' || !lastKey || lastKey.stroke !== stroke || now >= lastKey.until) return false
  return targets.some((target) => !lastKey.targets.includes(target))
}

/** It would write, and there is nothing to write. */
export const isEmpty = (command: Command, plan: Plan) => command.plan !== undefined && plan.ops.length === 0

/** Before rows may leave: where the cursor goes. */
function leave({ command, ctx }: Prepared) {
  const list = ctx.list?.state
  list?.noteLeaving(ctx.targets)
  if (command.advance === 'next') list?.advance(ctx.targets)
}

const metaOf = ({ command, ctx, plan }: Prepared): EnqueueMeta<Act> => ({
  commandId: command.id,
  label: plan.summary || command.title(ctx),
})

/** The command that "again" repeats. */
function createRepeats() {
  let last: Again | null = null
  /** The macros' commands, latest first, once each: triage repeats the one that fits the current alert. */
  let macros: readonly Again[] = []
  return {
    note(done: Again, macro: Again | undefined) {
      last = macro ?? done
      if (macro) macros = [macro, ...macros.filter(({ id }) => id !== macro.id)]
    },
    pick(isTriage: boolean, fits: (again: Again) => boolean): Again | null {
      const fitting = macros.find(fits) ?? macros[0]
      return (isTriage && fitting) || last
    },
  }
}

/** The context of usage counts: the surface, and whether there is a selection. */
export const contextName = (atoms: Atoms) => `${atoms.view ?? 'none'}${atoms.hasSelection ? '+' : ''}`

/** Commits what was prepared; knows what the last key wrote on, and what "again" repeats. */
export function createCommit({ registry, ports, notices, undo, frecency, presses }: Services) {
  const hint = createKeyHint(registry)
  const repeats = createRepeats()
  let lastKey: LastKey | null = null

  function commit(prepared: Prepared): 'done' | 'nothing' {
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
    const meta = metaOf(prepared)
    const group = plan.ops.length > 0 ? write(prepared, meta) : null
    const effect = other ?? command.run?.(ctx, args, plan) ?? {}
    const said = effect.announce ?? command.announce?.({ plan, args, written: plan.ops.length }) ?? plan.summary
    // without a hold it is sent a moment later
    const isFinal = group !== null && ports.holdMs() === 0 && !ctx.atoms.offline
    // a local change is named as it was announced
    const told = group === null && said ? { ...meta, label: said } : meta
    const entry = undoEntry(prepared, { meta: told, group, effect, before, isFinal, leave })
    if (entry) undo.push(entry)
    for (const used of plan.uses ?? []) frecency.use(used)
    if (group !== null) repeats.note({ id: command.id, args }, plan.again)
    if (!command.hidden) frecency.use(`command:${command.id}`, contextName(ctx.atoms))
    const words = isFinal ? `${said} (sent at once, cannot be undone)` : said
    if (said) notices.say(words, { hint: hint(command.id, how.source), entry, isOfWrite: group !== null })
    return 'done'
  }

  function write(prepared: Prepared, meta: EnqueueMeta<Act>): string {
    const { ctx, plan } = prepared
    const list = ctx.list?.state
    const act = commandRecordOf(prepared, meta.label, presses.take(), ports.now())
    const query = act.selection.mode === 'query' ? (ctx.list?.query?.() ?? null) : null
    list?.remember(ctx.targets)
    const { source, stroke, targets } = ctx
    lastKey = source === 'key' && stroke !== null ? { stroke, targets, until: ports.now() + unseen } : null
    leave(prepared)
    return ports.enqueue(plan.ops, { ...meta, act, query }).group
  }

  return {
    commit,
    repeats,
    /**
     * True if the targets have been on screen long enough since the last deciding key. Any other key in between counts
     * as seen.
     */
    isBounce({ stroke }: Invocation): (ctx: Ctx) => boolean {
      if (stroke !== lastKey?.stroke) lastKey = null
      const before = lastKey
      return (ctx) => isUnseen(ctx, before, ports.now())
    },
  }
}

/** After this many uses by pointer a command's key is shown, once. */
const COACH_AFTER = 3

/** The key to use next time; null if there is none, or no need to show it. */
function createKeyHint(registry: Pick<Registry, 'keyOf'>): (id: CommandId, source: Source) => string | null {
  const pointerUses = new Map<CommandId, number>()
  return (id, source) => {
    const key = registry.keyOf(id)?.join(' ')
    if (!key) return null
    if (source === 'palette') return `Next time: ${key}`
    if (source !== 'pointer' && source !== 'menu') return null
    const uses = (pointerUses.get(id) ?? 0) + 1
    pointerUses.set(id, uses)
    return uses === COACH_AFTER ? `Next time: ${key}` : null
  }
}
