/** The account alerts of this window, as the first load knows them; the queue and its commands are made when first wanted. */
import { createContext, use } from 'react'
import type { ViewFilter } from '#contract/model/view.ts'
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import type { AlertQueue } from '#src/features/account-alerts/queue/alert-queue.ts'
import type { CaseDeps } from '#src/features/cases/public.ts'
import { filterAddress, type FilterChoices } from '#src/features/lists/public.ts'
import type { Facts } from '#src/features/templates/public.ts'
import type { Pins } from '#src/features/triage/public.ts'

/** What of other features the account alerts need. */
export interface AccountAlertsPorts
  extends FilterChoices, Pick<CaseDeps, 'me' | 'mayAssign' | 'assignees' | 'writing'> {
  pins: Pins
  /** Shortest time an alert is shown before a decision is taken, ms: the server's policy. */
  dwellMs: () => number
  /** How much a key of `frecency` was used. */
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
  /** What it is narrowed to, as a saved view keeps it. */
  current: () => ViewFilter
  /** What a template says of the alert that was looked at last; null where there is none. */
  factsAtHand: () => Facts | null
  commands: () => Promise<readonly Command[]>
}

/** Where the queue is, inside this window. */
export const accountAlertsHref = (platform: string) => `/admin/${encodeURIComponent(platform)}/account-alerts/`

/** What is typed into the queue's filter, or is a person's name. */
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
    commands: async () => (await import('./commands.ts')).accountAlertCommands(accountAlerts),
  }
  return accountAlerts
}

const Context = createContext<AccountAlerts | null>(null)

/** Hands the account alerts down to their screens. */
export const AccountAlertsProvider = Context.Provider

/** The account alerts of this window. Throws outside its provider. */
export function useAccountAlerts(): AccountAlerts {
  const accountAlerts = use(Context)
  if (!accountAlerts) throw new Error('useAccountAlerts outside AccountAlertsProvider')
  return accountAlerts
}
