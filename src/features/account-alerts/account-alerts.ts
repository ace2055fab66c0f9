/** The account alerts of this window, as the first load knows them; the queue and its commands are made when first wanted. */
import type { ViewFilter } from '#contract/model/view.ts'
import type { Data } from '#src/data/data.ts'
import type { AlertQueue } from '#src/features/account-alerts/queue/alert-queue.ts'
import type { CaseDeps } from '#src/features/cases/public.ts'
import { filterAddress, type FilterChoices } from '#src/features/lists/public.ts'
import { useFeature } from '#src/features/states.ts'
import type { Facts } from '#src/features/templates/public.ts'
import type { Pins } from '#src/features/triage/public.ts'

/** Dependencies of account alerts on other features. */
export interface AccountAlertsPorts
  extends FilterChoices, Pick<CaseDeps, 'me' | 'mayAssign' | 'assignees' | 'superiors' | 'handsOver' | 'writing'> {
  pins: Pins
  /** The server's minimum time on screen before a decision, ms. */
  dwellMs: () => number
  /** The usage weight of a key of `frecency`. */
  weightOf: (key: string) => number
  /** The server rejected a decision on the alert. */
  isStuck: (alertId: string) => boolean
}

export interface AccountAlerts {
  readonly data: Data
  readonly ports: AccountAlertsPorts
  /** Null before it was first wanted: see `alertQueue`. */
  queue: AlertQueue | null
  /** The address of the queue through what differs from its default. */
  hrefOf: (platform: string, filter: object) => string
  /** The filter as a saved view stores it. */
  current: () => ViewFilter
  /** The template variables of the last viewed alert; null if there is none. */
  factsAtHand: () => Facts | null
}

/** The path of the queue, inside this window. */
export const accountAlertsHref = (platform: string) => `/admin/${encodeURIComponent(platform)}/account-alerts/`

/** Filter fields that are typed, or are a person's name. */
export const PRIVATES = ['search', 'customerName'] as const

/** The account alerts of this window. */
export function createAccountAlerts(data: Data, ports: AccountAlertsPorts): AccountAlerts {
  const accountAlerts: AccountAlerts = {
    data,
    ports,
    queue: null,
    hrefOf: filterAddress({ pathOf: accountAlertsHref, words: ports.words, privates: PRIVATES }),
    current: () => accountAlerts.queue?.current() ?? {},
    factsAtHand: () => accountAlerts.queue?.factsAtHand() ?? null,
  }
  return accountAlerts
}

/** The account alerts of this window. */
export const useAccountAlerts = (): AccountAlerts => useFeature('accountAlerts')
