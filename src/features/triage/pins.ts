/**
 * Pins: evidence marked while reading a case, shown until it is decided, and cited by notes. Stored encrypted on this
 * device.
 */
import type { Fact } from '#contract/model/cases/alert.ts'
import { wantedOf } from '#contract/ops/kinds.ts'
import type { Pending } from '#src/data/engine-client/pending.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import { formatAmounts } from '#src/format/amount.ts'
import { thresholdText } from '#contract/model/rules/threshold.ts'

export interface Pins {
  /** In the order they were pinned; the same array as long as nothing changed. */
  of(caseId: string): readonly string[]
  /** Pins the words, or takes them off where they are pinned; answers how to take that back. */
  toggle(caseId: string, words: string): () => void
  /** The text cited by notes; empty without pins. */
  cited(caseId: string): string
  subscribe: UserStore['subscribe']
}

/** The maximum number of pins per case. */
export const MOST_PINS = 9

/** Pinned words as a note cites them. */
export const citation = (pinned: readonly string[]): string => pinned.join('; ')

const NONE: readonly string[] = []

export function createPins(
  user: Pick<UserStore, 'get' | 'save' | 'remove' | 'subscribe'>,
  platform: () => string,
): Pins {
  const of = (caseId: string) => (user.get('evidence', platform(), caseId) as readonly string[] | undefined) ?? NONE
  return {
    of,
    toggle(caseId, words) {
      const place = { scope: 'mine', kind: 'evidence', platform: platform(), id: caseId } as const
      const before = of(caseId)
      const put = (now: readonly string[]) => (now.length > 0 ? user.save(place, now) : user.remove(place))
      put(before.includes(words) ? before.filter((one) => one !== words) : [...before, words])
      return () => put(before)
    },
    cited: (caseId) => citation(of(caseId)),
    subscribe: user.subscribe,
  }
}

/** Removes a case's pins once the server has closed it. */
export function endsPins(user: Pick<UserStore, 'get' | 'remove'>, pending: Pick<Pending, 'list' | 'subscribe'>) {
  return pending.subscribe(() => {
    for (const { op, state } of pending.list()) {
      const { platform, caseId: id } = op.target
      if (state !== 'acked' || wantedOf(op).status !== 'complete' || !id || !user.get('evidence', platform, id))
        continue
      user.remove({ scope: 'mine', kind: 'evidence', platform, id })
    }
  })
}

/** A fact as text: "Amount 12,400.00 (threshold > 9,000.00)". */
export const factText = ({ label, saw, allows }: Fact): string =>
  formatAmounts(`${label} ${saw}${allows === null ? '' : ` (${thresholdText(allows)})`}`)
