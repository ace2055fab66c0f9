import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findKind } from '#contract/ops/kinds.ts'
import { COMMANDS, newModel, Profile, quiesce, type Model } from '#tests/support/outbox-commands.ts'

/** Printed with every failure, so that it can be run again; replaced by `SEED` for another walk. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** A thousand take some 50 s of a core; `RUNS=50000` is for a night. */
const RUNS = Number(process.env.RUNS ?? 1000)
/** At most. */
const COMMANDS_PER_RUN = 40

/** What is wrong at rest: each list is empty where all is well. */
async function wrongs({ world, leader }: Profile, model: Model) {
  const { ledger, buried } = world.server
  const rows = await leader.databases.outbox.ops.toArray()
  const receipts = await leader.databases.outbox.receipts.toArray()
  const effects = ledger.map(({ opId }) => opId)
  const ended = new Set(receipts.filter(({ end }) => end !== 'done').map(({ opId }) => opId))
  const ordered = ledger.filter(({ kind }) => !findKind(kind)?.commutes)
  const earlierOf = (at: number) => ordered.slice(0, at).findLast(({ lane }) => lane === ordered[at]?.lane)
  const numbers = new Set([...ledger, ...buried].map(({ devSeq }) => devSeq))
  const highest = Math.max(0, ...rows.map(({ seq }) => seq), ...receipts.map(({ devSeq }) => devSeq))
  const accepted = new Set(model.accepted.map(({ opId }) => opId))
  // what the user sent again in an accepted one's place is accepted with it
  for (const { supersedes, opId } of ledger) if (supersedes !== undefined) accepted.add(opId)
  return {
    lost: model.accepted.filter(({ opId }) => !effects.includes(opId) && !ended.has(opId)),
    doubled: effects.filter((opId, i) => effects.indexOf(opId) !== i),
    undoneButDone: effects.filter((opId) => model.undone.has(opId)),
    neverAccepted: effects.filter((opId) => !accepted.has(opId)),
    inversions: ordered.filter(({ devSeq }, at) => devSeq < (earlierOf(at)?.devSeq ?? 0)),
    beforeWhatTheyNeed: model.accepted.filter(({ opId, deps }) =>
      deps.some(
        (dep) => effects.includes(dep) && effects.indexOf(opId) !== -1 && effects.indexOf(opId) < effects.indexOf(dep),
      ),
    ),
    unsettled: rows.filter(({ state }) => state !== 'acked').map(({ state, err }) => `${state} ${err?.code}`),
    gaps: Array.from({ length: highest }, (_, i) => i + 1).filter((n) => !numbers.has(n)),
  }
}
const NOTHING = {
  lost: [],
  doubled: [],
  undoneButDone: [],
  neverAccepted: [],
  inversions: [],
  beforeWhatTheyNeed: [],
  unsettled: [],
  gaps: [],
}

it(
  `loses nothing, doubles nothing and keeps order, whatever happens (SEED=${seed})`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: COMMANDS_PER_RUN, size: 'max' }), async (commands) => {
        const profile = new Profile()
        const model = newModel()
        await profile.open()
        await fc.asyncModelRun(() => ({ model, real: profile }), commands)
        await quiesce(profile)
        expect(await wrongs(profile, model)).toEqual(NOTHING)
        profile.close()
      }),
      { numRuns: RUNS, seed },
    )
  },
)
