/** Precedent: how like alerts were closed, and whether a decision differs from nearly all of them. Pure. */
import type { FactId, FactSheet, KnownFact } from './facts.ts'
import type { StatedPrecedent } from './seen-facts.ts'

/** The disposition of an alert. `cleared`: a case without an STR, whether its alerts were resolved or rejected. */
export type DecidedAs = 'resolved' | 'rejected' | 'str' | 'cleared'

/** From which share of how many precedents on a decision that differs is asked about. */
export interface Guard {
  /** 0.5 to 1. */
  share: number
  least: number
}

/** The number of similar closed alerts, and of those rejected and with an STR or a SAR. */
export interface Tally {
  of: number
  rejected: number
  strs: number
}

/** The precedents of an alert: of the same rule and customer, and of the same rule on any customer with like facts. */
export interface Precedents {
  customer: Tally
  alike: Tally
}

export interface AgainstPrecedent {
  alertId: string
  /** The precedents that speak: those of the customer where there are enough of them. */
  scope: keyof Precedents
  usual: DecidedAs
  tally: Tally
}

/** The disposition of nearly all; null if mixed or too few. */
export function commonDisposition({ of, rejected, strs }: Tally, { share, least }: Guard): DecidedAs | null {
  if (of < Math.max(1, least)) return null
  // shares are decimals: 0.9 of 10 is 9
  const isNearlyAll = (count: number) => count >= share * of - 1e-9
  if (isNearlyAll(strs)) return 'str'
  if (isNearlyAll(rejected)) return 'rejected'
  if (isNearlyAll(of - rejected - strs)) return 'resolved'
  return isNearlyAll(of - strs) ? 'cleared' : null
}

/** True if closing one way differs from closing the other. */
function differs(decided: DecidedAs, usual: DecidedAs): boolean {
  if (decided === 'str' || usual === 'str') return decided !== usual
  return decided !== usual && decided !== 'cleared' && usual !== 'cleared'
}

/** The disposition of the nearest sufficient precedents of an alert; null if there are none, or they differ. */
function spoken({ customer, alike }: Precedents, guard: Guard) {
  const scope = customer.of >= Math.max(1, guard.least) ? 'customer' : 'alike'
  const tally = scope === 'customer' ? customer : alike
  const usual = commonDisposition(tally, guard)
  return usual && ({ scope, tally, usual } as const)
}

/**
 * The precedents that a decision on these alerts contradicts: those of each alert that has some. Null if it agrees with
 * one alert's, and if none has any.
 */
export function againstPrecedent(
  precedents: ReadonlyMap<string, Precedents>,
  decided: DecidedAs,
  guard: Guard,
): AgainstPrecedent | null {
  let first: AgainstPrecedent | null = null
  for (const [alertId, one] of precedents) {
    const said = spoken(one, guard)
    if (!said) continue
    if (!differs(decided, said.usual)) return null
    first ??= { alertId, ...said }
  }
  return first
}

const CLOSED: Record<DecidedAs, string> = {
  resolved: 'resolved without an STR',
  rejected: 'rejected',
  str: 'closed with an STR',
  cleared: 'closed without an STR',
}
const SCOPES: Record<keyof Precedents, string> = {
  customer: 'same rule and customer',
  alike: 'same rule, similar amount and risk',
}

const countOf = ({ of, rejected, strs }: Tally, usual: DecidedAs): number =>
  ({ resolved: of - rejected - strs, rejected, str: strs, cleared: of - strs })[usual]

/** "18 of 20 prior alerts (same rule and customer) were resolved without an STR; 1 rejected, 1 with an STR." */
export function precedentSentence({ scope, usual, tally }: AgainstPrecedent): string {
  const { of, rejected, strs } = tally
  const others = [
    usual !== 'resolved' && [of - rejected - strs, 'resolved without an STR'],
    usual !== 'rejected' && [rejected, 'rejected'],
    usual !== 'str' && [strs, 'with an STR'],
  ].flatMap((one) => (one && Number(one[0]) > 0 ? `${one[0]} ${one[1]}` : []))
  const rest = usual === 'cleared' || others.length === 0 ? '' : `; ${others.join(', ')}`
  return `${countOf(tally, usual)} of ${of} prior alerts (${SCOPES[scope]}) were ${CLOSED[usual]}${rest}.`
}

/** The precedents of the alerts of a sheet; only of that alert where one is named. What is not known is left out. */
export function precedentsIn({ facts }: Pick<FactSheet, 'facts'>, alertId: string | null): Map<string, Precedents> {
  const values = new Map<string, Map<FactId, KnownFact['value']>>()
  for (const one of facts) {
    if (one.state !== 'known' || one.alertId === null || !one.id.startsWith('precedent.')) continue
    if (alertId !== null && one.alertId !== alertId) continue
    const ofAlert = values.get(one.alertId) ?? new Map<FactId, KnownFact['value']>()
    values.set(one.alertId, ofAlert.set(one.id, one.value))
  }
  const found = new Map<string, Precedents>()
  for (const [id, of] of values) {
    const number = (fact: FactId) => Number(of.get(fact) ?? 0)
    found.set(id, {
      customer: {
        of: number('precedent.customer'),
        rejected: number('precedent.customerRejected'),
        strs: number('precedent.customerStrs'),
      },
      alike: {
        of: number('precedent.alike'),
        rejected: number('precedent.alikeRejected'),
        strs: number('precedent.alikeStrs'),
      },
    })
  }
  return found
}

/** The precedents as an operation carries them. */
export const statedPrecedents = (precedents: ReadonlyMap<string, Precedents>): NonNullable<StatedPrecedent['seen']> =>
  Object.fromEntries(
    [...precedents].map(([id, { customer, alike }]) => [
      id,
      [customer, alike].flatMap(({ of, rejected, strs }) => [of, rejected, strs]),
    ]),
  )

interface Deciding {
  status?: string
  sar?: number
  reason?: string
  action?: string
  leavesOpen?: boolean
}

/** The disposition that an operation gives; null if it closes nothing. */
export function decidedAs({ kind, body }: { kind: string; body: unknown }): DecidedAs | null {
  const { status, sar, reason, action, leavesOpen } = body as Deciding
  const resolved = reason === 'STR_PROCEED' ? 'str' : 'resolved'
  if (kind === 'alert.resolve') return resolved
  if (kind === 'alert.reject') return 'rejected'
  if (kind === 'accountAlert.status') return status === 'resolved' ? (sar === 1 ? 'str' : resolved) : null
  if (kind === 'case.recommendStr') return action === 'proceed' ? 'str' : leavesOpen ? null : 'cleared'
  return null
}
