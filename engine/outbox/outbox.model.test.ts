import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findKind } from '#contract/ops/kinds.ts'
import { MAX_WAIT_MS } from '#engine/base/backoff.ts'
import type { OpRow, Receipt } from '#engine/base/types.ts'
import { platformsOf } from '#engine/vault/delete-data.ts'
import { Desk } from '#tests/support/vault-desk.ts'
import { LIFE_COMMANDS } from '#tests/support/profile-commands.ts'
import { newModel, OUTBOX_COMMANDS, type Model } from '#tests/support/outbox-commands.ts'

/** Printed with every failure, so that it can be run again; replaced by `SEED` for another walk. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** A thousand take some 50 s of a core; `RUNS=50000` is for a night. */
const RUNS = Number(process.env.RUNS ?? 1000)
/** At most. */
const COMMANDS_PER_RUN = 40

const OFTEN = [...OUTBOX_COMMANDS, ...OUTBOX_COMMANDS, ...LIFE_COMMANDS]

/** The state of this device at the end. */
interface Left {
  uid: string
  device: string
  rows: OpRow[]
  receipts: Receipt[]
}

/** Everything works again; whoever ever decided anything here comes back and answers what is stuck. */
async function quiesce(desk: Desk, model: Model): Promise<Left[]> {
  const { server } = desk
  server.faults = []
  server.refusals.clear()
  server.isOnline = true
  server.isSignedIn = true
  desk.isSignedIn = true
  const isToReload = desk.isRolledBack
  desk.isRolledBack = false
  for (const go of server.holdsBack.splice(0)) go()
  const left: Left[] = []
  const others = desk.users.filter((user) => user !== desk.user)
  for (const user of [desk.user, ...others]) {
    if (!model.accepted.some(({ uid }) => uid === user.uid)) continue
    const isThere = desk.isOpen && desk.user === user && !isToReload
    if (desk.isOpen && !isThere) await desk.shut()
    if (!isThere) await desk.open(user, 1)
    await settle(desk)
    const { ops, receipts } = desk.leader.databases.outbox
    const { uid, device } = user
    left.push({ uid, device, rows: await ops.toArray(), receipts: await receipts.toArray() })
  }
  return left
}

/** The user answers what is stuck, and there is time, until nothing moves any more. */
async function settle(desk: Desk): Promise<void> {
  const { leader, clock, user } = desk
  const { ops, meta } = leader.databases.outbox
  await leader.flusher.signedIn()
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const idle = await leader.flusher.pass()
    if (idle === 0) continue
    for (const platform of await platformsOf(leader.databases)) {
      if (!(platform in user.shares)) await desk.destroy(platform)
    }
    const stuck = await desk.answerStuck('discard')
    const unsent = await ops.where('state').notEqual('acked').count()
    const untold = await meta.where('k').startsWith('fate:').count()
    const unasked = await meta.where('k').anyOf('reset', 'restored').count()
    if (stuck + unsent + untold + unasked === 0) return
    clock.advance(Math.max(1000, Math.min(idle, MAX_WAIT_MS)))
  }
}

/** The faults at rest: each list is empty if there are none. */
function wrongs(desk: Desk, model: Model, left: readonly Left[]) {
  const { ledger, ended: told } = desk.server
  const effects = ledger.map(({ opId }) => opId)
  const ended = new Set(
    left.flatMap(({ receipts }) => receipts.flatMap(({ end, opId }) => (end === 'done' ? [] : opId))),
  )
  const ordered = ledger.filter(({ kind, opId }) => !findKind(kind)?.commutes && !model.lostThere.has(opId))
  const earlierOf = (at: number) => {
    const { lane, device } = ordered[at] ?? {}
    return ordered.slice(0, at).findLast((one) => one.lane === lane && one.device === device)
  }
  const whose = new Map(model.accepted.map(({ opId, uid }) => [opId, uid]))
  // an operation that was sent again in place of an accepted one is accepted with it
  for (const { supersedes, opId } of ledger) {
    if (supersedes !== undefined) whose.set(opId, whose.get(supersedes) ?? '')
  }
  return {
    lost: model.accepted.filter(
      ({ opId }) => !effects.includes(opId) && !ended.has(opId) && !model.forgotten.has(opId),
    ),
    doubled: effects.filter((opId, i) => effects.indexOf(opId) !== i),
    undoneButDone: effects.filter((opId) => model.undone.has(opId)),
    neverAccepted: effects.filter((opId) => !whose.has(opId)),
    ofSomebodyElse: ledger.filter(({ opId, token }) => token !== `token of ${whose.get(opId)}`),
    inversions: ordered.filter(({ devSeq }, at) => devSeq < (earlierOf(at)?.devSeq ?? 0)),
    beforeWhatTheyNeed: model.accepted.filter(({ opId, deps }) =>
      deps.some(
        (dep) => effects.includes(dep) && effects.indexOf(opId) !== -1 && effects.indexOf(opId) < effects.indexOf(dep),
      ),
    ),
    notUnderstood: ledger.filter(({ kind, kindV }) => kindV !== findKind(kind)?.kindV),
    unsettled: left.flatMap(({ rows }) =>
      rows.flatMap(({ state, err }) => (state === 'acked' ? [] : `${state} ${err?.code}`)),
    ),
    gaps: left.flatMap(({ uid, device, rows, receipts }) => {
      const numbers = new Set(ledger.flatMap((one) => (one.device === device ? one.devSeq : [])))
      const highest = Math.max(0, ...rows.map(({ seq }) => seq), ...receipts.map(({ devSeq }) => devSeq))
      const all = Array.from({ length: highest }, (_, i) => i + 1)
      return all.filter((n) => !numbers.has(n) && !told.has(`${device}|${n}`)).map((n) => `${uid} ${n}`)
    }),
    unheardOf: desk.owed.filter(({ user, device }) => {
      const isBack = left.some(({ uid }) => uid === user.uid)
      return isBack && !desk.server.resets.some((reset) => reset.device === device)
    }),
    seen: desk.seen,
  }
}
const NOTHING = {
  lost: [],
  doubled: [],
  undoneButDone: [],
  neverAccepted: [],
  ofSomebodyElse: [],
  inversions: [],
  beforeWhatTheyNeed: [],
  notUnderstood: [],
  unsettled: [],
  gaps: [],
  unheardOf: [],
  seen: [],
}

it(
  `loses nothing, duplicates nothing and keeps the order under random events (SEED=${seed})`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(OFTEN, { maxCommands: COMMANDS_PER_RUN, size: 'max' }), async (commands) => {
        const desk = new Desk()
        const model = newModel()
        await desk.open()
        await fc.asyncModelRun(() => ({ model, real: desk }), commands)
        const left = await quiesce(desk, model)
        expect(wrongs(desk, model, left)).toEqual(NOTHING)
        if (desk.isOpen) await desk.shut()
      }),
      { numRuns: RUNS, seed },
    )
  },
)
