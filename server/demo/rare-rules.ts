/** Rules of the demo world on rare events, beside the default ones: disputes, cash machines, cards, banks. */
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { RULE_DEFAULTS } from '#contract/model/rules/rule.ts'

/** A bank under review; no real bank has its name. */
export const WATCHED_BANK = 'Saltmarsh Exchange Bank'

const { action, trigger_event } = RULE_DEFAULTS
const common = { type: 'transaction', options: { action, trigger_event } } as const

export const RARE_RULES: readonly Omit<RuleBody, 'platform'>[] = [
  {
    ...common,
    name: 'Disputed sales',
    description: 'Against twenty payments or more of thirty days, one in twenty is disputed: five times the usual.',
    criteria: { high_disputes: { percentDisputes: 5, maxTransactions: 20, period: 30 } },
  },
  {
    ...common,
    name: 'Cash in two countries',
    description: 'A card at cash machines of two countries, sooner than an airliner covers the distance.',
    criteria: { CrossCountryAtmUsage: { maxSpeed: 900, period: 1 } },
  },
  {
    ...common,
    name: 'Card activated abroad',
    description: 'A card that lay unused for a month was activated 500 km or more from its holder.',
    criteria: { CardActivationIpMismatch: { distance: 500, inactivePeriod: 30 } },
  },
  {
    ...common,
    name: 'Bank under review',
    description: 'A bank on either side with which correspondent relations are under review.',
    criteria: { bank_identification: { keywords: [WATCHED_BANK] } },
  },
]
