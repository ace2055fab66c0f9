/** Runs a command from any source: refusals, arguments, plan, confirmation, operations, undo, message. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { whyNotCall } from '#contract/model/roles.ts'
import { evaluate } from '#src/commands/dispatcher/when.ts'
import { formatCount } from '#src/format/count.ts'
import type { ActiveList, Again, ArgSpec, Chosen, Command, CommandId, Ctx, Plan, Reads } from './command.ts'
import { emptyPlan } from './command.ts'
import { createCommit, isEmpty } from './commit.ts'
import type { Invocation, Prepared } from './invocation.ts'
import type { Source } from './ports.ts'
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
  context(how: Invocation): Ctx
  prepare(id: CommandId, how: Invocation): Prepared
  execute(id: CommandId, how: Invocation): Outcome
  /**
   * Runs a command for the page below, with arguments that its form has: everything is checked but `when`, which the form
   * had met when it was opened.
   */
  invoke(id: CommandId, args: Chosen, source?: Source): Outcome
  /** Runs what was prepared, asking nothing. */
  commit(prepared: Prepared): Outcome
  /** Answers the question, with a reason where it takes one: true once it was used up, false for too early. */
  answer(isInstead?: boolean, words?: string): boolean
  /** Withdraws the question, or stops reading what a command was to act on. */
  dismiss(): void
  repeat(): Outcome
}

/** More operations than this ask for one more Enter. */
export const askAbove = 50
/** The maximum number of targets; the first ones of more. */
export const mostTargets = 2000
/** While no more records than this are read first, keys wait. */
const FEW = 5
/** The time in which Enter is not yet an answer, ms. */
export const bounce = 250
/** The question that one more Enter would confirm; null if none. */
export function question(command: Command, title: () => string, plan: Plan, recount?: string): string | null {
  const count = plan.ops.length
  const isFinal = command.undo.kind === 'none' && command.undo.confirm
  const isRisky = command.risk === 'high' || count > askAbove || recount !== undefined
  const isDue = plan.confirm !== undefined || isFinal || (isRisky && !isEmpty(command, plan))
  if (!isDue) return null
  const isMany = !plan.confirm && (count > askAbove || recount !== undefined)
  const reasons = [isFinal && 'this cannot be undone', isMany && `${formatCount(count)} changes`, recount]
  return [plan.confirm ?? title().replace(/…$/, ''), ...reasons].filter(Boolean).join(', ')
}

/** The argument page to show next; null when all are there. */
export const nextArg = (command: Command, chosen: Chosen): ArgSpec | null =>
  (command.args as readonly ArgSpec[]).find(({ name }) => !(name in chosen)) ?? null

/** The reason why a command is unavailable in this context, as text; null if available. */
export function reason(command: Command, ctx: Ctx): string | null {
  return evaluate(command.when, ctx.atoms) ? refusal(command, ctx) : 'Not available here'
}

/** The same, wherever it is. */
function refusal(command: Command, ctx: Ctx): string | null {
  if (command.offline === 'block' && ctx.atoms.offline) return 'Needs a connection'
  const refused = command.calls ? whyNotCall(command.calls, ctx.ports.roles()) : null
  return refused ?? command.disabledReason?.(ctx) ?? null
}

/** The rows of a selection beyond the limit of one command. */
function capped({ list }: Ctx): string | undefined {
  const size = list && !list.state.isPartial() ? list.state.size() : 0
  return size > mostTargets ? firstOf(size) : undefined
}

/** The context of a command, for one use. */
function contextOf({ context, ports, actions }: Services, how: Invocation): Ctx {
  const list = context.list()
  let targets: readonly string[] | null = null
  return {
    atoms: how.atoms ?? context.read(),
    list,
    // needed by few commands, and expensive for a large selection
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

/** Thinks a command through without running it. */
function prepareWith(services: Services, id: CommandId, how: Invocation): Prepared {
  const command = services.registry.get(id)
  const ctx = contextOf(services, how)
  const args = how.args ?? {}
  const full = services.checkPlan(command.plan?.(ctx, args) ?? emptyPlan)
  const plan = how.isInstead && full.instead ? full.instead.plan : full
  const recount = how.recount ?? capped(ctx)
  const reads = how.isRead ? null : (command.reads?.(ctx) ?? null)
  const asks = question(command, () => command.title(ctx), plan, recount)
  return { command, ctx, args, how, plan, question: asks, reads }
}

/** The command that "again" runs in this context; null for none. */
function repeated(
  services: Services,
  repeats: ReturnType<typeof createCommit>['repeats'],
  prepare: Runner['prepare'],
): Again | null {
  const ctx = contextOf(services, { source: 'repeat' })
  return repeats.pick(
    ctx.atoms.triage,
    ({ id, args }) =>
      reason(services.registry.get(id), ctx) === null && canWrite(prepare(id, { source: 'repeat', args })),
  )
}

/** The targets of a count before the key: that number of rows from the cursor on, as far as they are loaded. */
function withCounted({ context }: Services, { count: meaning }: Command, how: Invocation): Invocation {
  const state = context.list()?.state
  if (meaning !== 'rows' || how.count == null || how.targets || !state) return how
  return { ...how, targets: idsFrom(state, state.cursor.getState().index, how.count) }
}

/** The ids of a number of loaded rows from a place on. */
export function idsFrom(state: ActiveList['state'], from: number, count: number): string[] {
  const { order } = state.order.getState()
  const last = Math.min(order.total, Math.max(0, from) + Math.min(count, mostTargets))
  const ids: string[] = []
  for (let index = Math.max(0, from); index < last; index++) {
    const id = order.idAt(index)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

const nothing = { asked: null, gathering: null }

/** Runs commands over these services, one at a time. */
export function createRunner(services: Services): Runner {
  const { registry, ports, notices, palette } = services
  const confirmation = createStore<ReturnType<Runner['confirmation']['getState']>>(() => nothing)
  const { commit, repeats, isBounce } = createCommit(services)
  /** The reading that is waited for. */
  let reading: object | null = null

  const prepare = (id: CommandId, how: Invocation) => prepareWith(services, id, how)

  function dismiss() {
    const { asked, gathering } = confirmation.getState()
    if (!asked && !gathering) return
    end()
    // a question is withdrawn in sight; what was being read leaves no other trace
    if (gathering) notices.say(stoppedText(gathering))
    else notices.clear()
  }

  /** Reads the matches of a selection by query, then continues: a change asks first, and says what differs. */
  async function gather(command: Command, list: ActiveList, how: Invocation): Promise<void> {
    const total = list.state.size()
    const tell = (read: number) => confirmation.setState({ gathering: { label: command.shortTitle, read, total } })
    const mine = {}
    reading = mine
    tell(0)
    notices.say(`Reading ${formatCount(total)} ${list.noun[1]}`)
    try {
      const { targets, recount } = await readSelection(list, (read) => reading === mine && tell(read))
      if (reading !== mine) return
      end()
      decide(prepare(command.id, { ...how, targets, ...(command.plan && { recount }) }))
    } catch (error) {
      if (reading !== mine) return
      end()
      notices.fail(`${command.shortTitle}: not all could be read. ${error instanceof Error ? error.message : ''}`)
    }
  }

  /** Reads what a plan rests on, then continues. Keys wait for a few records; of many, any key but Enter stops it. */
  async function readFirst({ command, ctx, how }: Prepared, { total, read }: Reads): Promise<void> {
    const mine = {}
    reading = mine
    const tell = (done: number) => {
      if (reading === mine) confirmation.setState({ gathering: { label: command.shortTitle, read: done, total } })
    }
    tell(0)
    const isDone = read(tell)
    if (total <= FEW) services.actions.holdKeys(isDone)
    await isDone
    if (reading !== mine) return
    end()
    decide(prepare(command.id, { ...how, targets: ctx.targets, atoms: ctx.atoms, isRead: true }))
  }

  function end() {
    reading = null
    confirmation.setState(nothing)
  }

  function execute(id: CommandId, asked: Invocation): Outcome {
    dismiss()
    const isBounced = isBounce(asked)
    const command = registry.get(id)
    const how = withCounted(services, command, asked)
    const ctx = contextOf(services, how)
    const against = how.isInvoked ? refusal(command, ctx) : reason(command, ctx)
    if (against) {
      notices.say(`${command.shortTitle}: ${against}`, { refused: { digit: ctx.digit } })
      return 'refused'
    }
    if (nextArg(command, how.args ?? {})) {
      palette.ask(ctx.atoms, id, how)
      return 'opened'
    }
    if (command.gathers && ctx.list?.state.isPartial() && !how.targets) {
      if (ctx.list.gather && !ctx.atoms.offline) {
        void gather(command, ctx.list, how)
        return 'asked'
      }
      notices.say(missingText(command, ctx))
      return 'refused'
    }
    if (command.plan && isBounced(ctx)) {
      notices.say(`${command.shortTitle}: pressed twice, done once`)
      return 'refused'
    }
    return decide(prepare(id, how))
  }

  /** Runs it, or reads or asks first. */
  function decide(prepared: Prepared): Outcome {
    if (prepared.reads) {
      void readFirst(prepared, prepared.reads)
      return 'asked'
    }
    // a contradiction is answered in its own question
    if (prepared.question === null || (prepared.how.isConfirmed && !prepared.plan.against)) return commit(prepared)
    confirmation.setState({
      asked: { prepared, question: prepared.question, from: ports.now() + bounce },
      gathering: null,
    })
    notices.say(`${prepared.question}. Enter confirms.`)
    return 'asked'
  }

  return {
    confirmation,
    context: (how) => contextOf(services, how),
    prepare,
    execute,
    invoke: (id, args, source) => execute(id, invoked(services, args, source)),
    commit,
    answer(isInstead = false, words = '') {
      const { asked } = confirmation.getState()
      if (!asked) return false
      if (ports.now() < asked.from) {
        notices.say(`${asked.question}. Too fast: press Enter again.`)
        return false
      }
      end()
      const { command, how } = asked.prepared
      commit(answeredWith(isInstead ? prepare(command.id, { ...how, isInstead }) : asked.prepared, words))
      return true
    },
    dismiss,
    repeat() {
      const again = repeated(services, repeats, prepare)
      if (again) return execute(again.id, { source: 'repeat', stroke: '.', args: again.args })
      notices.say('Nothing to repeat')
      return 'nothing'
    },
  }
}

/** A use by a form, on the page below it. */
const invoked = ({ context }: Services, args: Chosen, source: Source = 'pointer'): Invocation => ({
  source,
  args,
  atoms: context.page(),
  isInvoked: true,
})

/** It would write, or may once it has read what it rests on. */
const canWrite = ({ plan, reads }: Prepared) => plan.ops.length > 0 || reads !== null

/** With the reason for a contradiction, if the plan has one. */
const answeredWith = (prepared: Prepared, words: string): Prepared => {
  const { plan } = prepared
  return plan.against ? { ...prepared, plan: { ...plan, ops: plan.against.answered(words) } } : prepared
}

const missingText = ({ shortTitle }: Command, { size, targets }: Ctx) =>
  `${shortTitle}: ${formatCount(size - targets.length)} of them are not on this device. Needs a connection`

const stoppedText = ({ label }: Gathering) => `${label.replace(/…$/, '')}: stopped while it was being read`

/** Reads the rows of a selection by query up to the limit; `recount` says what has changed since it was shown. */
async function readSelection(list: ActiveList, onProgress: (read: number) => void) {
  const { state } = list
  const shown = state.size()
  const { except } = state.selection.getState()
  const found = await list.gather?.(mostTargets + except.size, onProgress)
  const ids = found?.ids ?? []
  const targets = ids.filter((id) => !except.has(id))
  const now = (found?.total ?? 0) - (ids.length - targets.length)
  return { targets: targets.slice(0, mostTargets), recount: recountOf(shown, now) }
}

/** The changes since a selection by query was shown. */
function recountOf(shown: number, now: number): string {
  if (now > mostTargets) return firstOf(now)
  return now === shown ? 'recounted' : `${formatCount(now)} now, ${formatCount(shown)} were shown`
}

const firstOf = (size: number) => `the first ${formatCount(mostTargets)} of ${formatCount(size)}`
