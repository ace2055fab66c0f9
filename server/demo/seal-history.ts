/** Seals the last decisions of the demo world, as a window seals real ones, so that an examiner finds what they rested on. */
import type { Transaction } from 'kysely'
import type { FactId } from '#contract/model/facts/facts.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import type { Config } from '#server/core/config.ts'
import { caseFacts } from '#server/facts/fact-sheet.ts'
import { sealAtOnce } from '#server/facts/seal.ts'
import type { Database } from '#server/schema/database.ts'
import type { Act } from './history.ts'
import type { Worked } from './write-history.ts'

/** The share of decided cases that are sealed, the last ones: each costs a sheet, and a demo world is made in seconds. */
const SEALED_SHARE = 0.05

/** Facts of other work and of screening: the world is made at once, so that they would tell of what came later. */
const OF_OTHER_WORK: ReadonlySet<FactId> = new Set<FactId>([
  ...(['case.openAlerts', 'customer.openAlerts', 'customer.openCases', 'customer.strs'] as const),
  ...(['duplicate.shared', 'duplicate.strs', 'precedent.customer', 'precedent.customerCleared'] as const),
  ...(['precedent.customerRejected', 'precedent.customerStrs', 'precedent.alike', 'precedent.alikeCleared'] as const),
  ...(['precedent.alikeRejected', 'precedent.alikeStrs', 'alert.steps', 'allowlist.covering'] as const),
  ...(['alert.match', 'sanctions.open', 'sanctions.confirmed', 'sanctions.screened'] as const),
])

const isDecision = (act: Act) => act.kind === 'close' || act.kind === 'recommend'

/** The seals of the last decided cases, by act. */
export async function sealHistory(
  tx: Transaction<Database>,
  { platform, config }: { platform: string; config: Config },
  cases: readonly Worked[],
): Promise<ReadonlyMap<Act, Seal>> {
  const seals = new Map<Act, Seal>()
  const decided = cases.filter(({ acts }) => acts.some(({ kind }) => kind === 'recommend'))
  const lastAct = ({ acts }: Worked) => Number(acts.at(-1)?.at ?? 0)
  const last = decided.toSorted((a, b) => lastAct(b) - lastAct(a)).slice(0, Math.ceil(decided.length * SEALED_SHARE))
  for (const { id, acts } of last) {
    const row = await findCaseRow(tx, platform, id)
    const first = acts.find(isDecision)
    if (!row || !first) continue
    const sheet = await caseFacts(tx, row, { now: first.at, config })
    for (const act of acts.filter(isDecision)) {
      seals.set(act, sealAtOnce(sheet, act.kind === 'close' ? act.alertId : null, OF_OTHER_WORK))
    }
  }
  return seals
}
