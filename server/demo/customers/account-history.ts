/** Generates what the staff of the demo world did on one account alert. Pure. */
import type { AlertStatus, Reason } from '#contract/model/values.ts'
import type { Random } from '#server/demo/random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An act of a member of staff. */
export type AccountAct = { at: Date; by: string } & (
  | { kind: 'assign'; to: string }
  | { kind: 'status'; status: 'await' | 'in_progress' }
  | { kind: 'note'; text: string }
  | { kind: 'resolve'; sar: 0 | 1; reason: Reason; text: string }
)

export interface AccountHistory {
  createdAt: Date
  status: AlertStatus
  sar: 0 | 1
  acts: AccountAct[]
}

const EXPLAINED: readonly (readonly [Reason, string])[] = [
  ['FP_EXPECTED', 'In line with what the customer stated at onboarding; confirmed by phone. No further action.'],
  ['EXPLAINED_DOCS', 'The customer sent a tenancy agreement and a register extract. Both agree with the change.'],
  ['FP_DATA', 'Two records of one person were merged; data corrected, nothing remains of the alert.'],
  ['PREV_REVIEWED', 'Same change was reviewed in the yearly review; circumstances unchanged.'],
  ['MONITOR', 'Plausible, first occurrence. To be looked at again should it repeat within 90 days.'],
]
const SUSPICIOUS = [
  'The explanation changed between two calls, and the new owner is on the list under another spelling. SAR filed.',
  'The stated activity does not exist at the address given. Funds of third parties pass through. SAR filed.',
] as const
const ASKED = [
  'Asked for proof of address and the reason for the change. Answer due in five working days.',
  'Asked for the register extract and the identity of the new owners.',
] as const

interface Kind {
  status: 'new' | 'notification_sent' | 'in_progress' | 'await' | 'resolved'
  sar: 0 | 1
  days: number
}

const NEW: Kind = { status: 'new', sar: 0, days: 6 }
/** The share of alerts by status, and their maximum age in days. */
const STATUSES: readonly (readonly [Kind, number])[] = [
  [NEW, 38],
  [{ status: 'notification_sent', sar: 0, days: 12 }, 8],
  [{ status: 'in_progress', sar: 0, days: 9 }, 13],
  [{ status: 'await', sar: 0, days: 14 }, 11],
  [{ status: 'resolved', sar: 0, days: 80 }, 24],
  [{ status: 'resolved', sar: 1, days: 80 }, 6],
]

/** Without staff, alerts stay new. */
export function accountHistory(random: Random, staff: readonly string[], anchor: Date): AccountHistory {
  const drawn = random.weighted(STATUSES)
  const { status, sar, days } = staff.length === 0 ? NEW : drawn
  const age = Math.min(days * DAY, Math.max(HOUR, random.next() ** 1.5 * days * DAY))
  const createdAt = new Date(Math.floor((anchor.getTime() - age) / 1000) * 1000)
  if (staff.length === 0 || status === 'notification_sent') return { createdAt, status, sar, acts: [] }
  const by = random.pick(staff)
  const clock = clockOf(random, createdAt, anchor)
  const acts: AccountAct[] = []
  if (status !== 'new' || random.chance(0.3)) acts.push({ kind: 'assign', to: by, by, at: clock() })
  if (status === 'in_progress' || (status === 'resolved' && random.chance(0.2))) {
    acts.push({ kind: 'status', status: 'in_progress', by, at: clock() })
  }
  if (status === 'await') {
    acts.push({ kind: 'status', status: 'await', by, at: clock() })
    acts.push({ kind: 'note', text: random.pick(ASKED), by, at: clock() })
  }
  if (status === 'resolved') {
    const [reason, text] = sar === 1 ? (['STR_PROCEED', random.pick(SUSPICIOUS)] as const) : random.pick(EXPLAINED)
    acts.push({ kind: 'resolve', sar, reason, text, by, at: clock() })
  }
  return { createdAt, status, sar, acts }
}

/** Returns ascending moments, from some time after a start up to the anchor. */
function clockOf(random: Random, start: Date, anchor: Date): () => Date {
  const left = anchor.getTime() - start.getTime()
  let at = start.getTime() + left * 0.5 * random.next()
  return () => new Date(Math.floor((at += left * 0.1 * random.next())))
}
