/** Generates what the staff of the demo world did on one case: its acts, in order. Pure. */
import type { Reason } from '#contract/model/values.ts'
import { closingOf, noteOf, suspicion, type NoteSlots } from './notes.ts'
import type { Random } from './random.ts'

const HOUR = 3_600_000

/** A case as ingestion creates it. */
export interface OpenCase {
  id: string
  createdAt: Date
  slots: Omit<NoteSlots, 'rule' | 'trigger'>
  alerts: readonly { id: string; rule: string; trigger: string }[]
  /** The ground truth: whether it belongs to a pattern of laundering. */
  isLaundering: boolean
}

/** An act of a member of staff. */
export type Act = { at: Date; by: string } & (
  | { kind: 'assign'; to: string }
  | { kind: 'await' }
  | { kind: 'note'; text: string }
  | { kind: 'close'; alertId: string; status: 'resolved' | 'rejected'; reason: Reason; text: string; sar: 0 | 1 }
  | { kind: 'recommend'; recommended: 0 | 1; reason: Reason; text: string }
)

/** The share of finished cases by age in hours: most open cases are recent. */
const FINISHED: readonly (readonly [hours: number, share: number])[] = [
  [4, 0.02],
  [24, 0.1],
  [72, 0.35],
  [240, 0.62],
  [720, 0.88],
  [Infinity, 0.98],
]

export function actsOn(random: Random, one: OpenCase, staff: readonly string[], anchor: Date): Act[] {
  const age = (anchor.getTime() - one.createdAt.getTime()) / HOUR
  const share = FINISHED.find(([hours]) => age < hours)?.[1] ?? 1
  const who = random.pick(staff)
  const acts: Act[] = []
  // analysts start work later, so that nothing is decided in the minute it arrives
  const clock = clockOf(random, one.createdAt, anchor)
  const isFinished = random.chance(share)
  if (isFinished || (age > 1 && random.chance(0.4))) acts.push({ kind: 'assign', to: who, at: clock(), by: who })
  if (isFinished) return [...acts, ...finish(random, one, who, clock)]
  if (age > 6 && random.chance(0.2)) {
    acts.push({ kind: 'await', at: clock(), by: who })
    acts.push({ kind: 'note', text: noteOf(random, 'awaiting', slotsOf(one)), at: clock(), by: who })
  } else if (age > 2 && random.chance(0.12)) {
    acts.push({ kind: 'note', text: noteOf(random, 'working', slotsOf(one)), at: clock(), by: who })
  }
  const [first, ...others] = one.alerts
  // one of several alerts is decided, and the case is still open
  if (first !== undefined && others.length > 0 && age > 2 && random.chance(0.15)) {
    acts.push(closed(random, one, first, who, clock(), false))
  }
  return acts
}

function finish(random: Random, one: OpenCase, by: string, clock: () => Date): Act[] {
  const isSuspicious = one.alerts.length > 0 && random.chance(one.isLaundering ? 0.4 : 0.02)
  const closes = one.alerts.map((alert) => closed(random, one, alert, by, clock(), isSuspicious))
  const text = isSuspicious ? suspicion(random, slotsOf(one)) : noteOf(random, 'closing', slotsOf(one))
  const reason = isSuspicious ? 'STR_PROCEED' : 'STR_REJECTED'
  return [...closes, { kind: 'recommend', recommended: isSuspicious ? 1 : 0, reason, text, at: clock(), by }]
}

function closed(
  random: Random,
  one: OpenCase,
  alert: OpenCase['alerts'][number],
  by: string,
  at: Date,
  isSuspicious: boolean,
): Act {
  const slots = { ...one.slots, rule: alert.rule, trigger: alert.trigger }
  const base = { kind: 'close', alertId: alert.id, at, by } as const
  if (isSuspicious) {
    return { ...base, status: 'resolved', sar: 1, reason: 'STR_PROCEED', text: suspicion(random, slots) }
  }
  const status = random.chance(0.88) ? 'resolved' : 'rejected'
  const { reason, note } = closingOf(random, status, slots)
  return { ...base, status, sar: 0, reason, text: note }
}

function slotsOf(one: OpenCase): NoteSlots {
  const [first] = one.alerts
  return { ...one.slots, rule: first?.rule ?? '', trigger: first?.trigger ?? 'Chosen for review' }
}

/** Returns ascending moments, from some time after a start up to the anchor. */
function clockOf(random: Random, start: Date, anchor: Date): () => Date {
  const left = anchor.getTime() - start.getTime()
  let at = start.getTime() + Math.min(left * 0.6, random.around(5 * HOUR, 1))
  const step = Math.min(left * 0.02, 4 * 60_000)
  return () => new Date(Math.floor((at += step * random.next())))
}
