/** Rule types that are known and can be kept, but that no detector runs yet: what each is and takes. */
import type { RuleTypeDescription } from '#server/monitoring/rule-type.ts'

const period = (days: number) => ({ name: 'period', label: 'Period, days', kind: 'days', default: days }) as const

export const DESCRIBED: readonly RuleTypeDescription[] = [
  {
    type: 'permission_transaction',
    label: 'Permission',
    description: 'The account is of a type that may not make such a transaction.',
    fields: [
      {
        name: 'accountType',
        label: 'Account type',
        kind: 'choice',
        choices: [
          { value: 'personal', label: 'Personal' },
          { value: 'business', label: 'Business' },
        ],
        default: 'personal',
      },
    ],
  },
  {
    type: 'bank_identification',
    label: 'Bank identification',
    description: 'The bank of either side, by name, SWIFT code or bank code, is on the list.',
    fields: [{ name: 'keywords', label: 'Banks', kind: 'keywords', default: [] }],
  },
  {
    type: 'ip_different_from_account',
    label: 'IP different from account',
    description: 'The transaction was made from another country than the customer lives in, beyond the distance.',
    fields: [
      { name: 'distance', label: 'Distance, km', kind: 'number', max: 20_040, default: 500 },
      { name: 'customerCountries', label: 'Countries of customers looked at', kind: 'countries', default: [] },
    ],
  },
  {
    type: 'high_risk_transactionality',
    label: 'High-risk transactionality',
    description: 'Of the transactions of the period, at least the given part is with the countries of the list.',
    fields: [
      { name: 'countries', label: 'Countries', kind: 'countries', default: ['IR', 'KP', 'MM'] },
      { name: 'percentTransactions', label: 'Of the transactions, %', kind: 'percent', default: 25 },
      period(30),
    ],
  },
  {
    type: 'high_disputes',
    label: 'High disputes',
    description: 'Of the transactions of the period, at least the given part is disputed.',
    fields: [
      { name: 'percentDisputes', label: 'Disputed, %', kind: 'percent', default: 1 },
      { name: 'maxTransactions', label: 'Transactions at least', kind: 'number', min: 1, default: 100 },
      period(30),
    ],
  },
  {
    type: 'multi_parties_address',
    label: 'Multiple parties at an address',
    description: 'More customers than expected share one address.',
    fields: [
      {
        name: 'addressType',
        label: 'Address',
        kind: 'choice',
        choices: [
          { value: 'home', label: 'Home' },
          { value: 'business', label: 'Business' },
          { value: 'ip', label: 'IP address' },
        ],
        default: 'home',
      },
      { name: 'repeatedCount', label: 'Customers at least', kind: 'number', min: 2, default: 3 },
    ],
  },
  {
    type: 'infolaft_sanction',
    label: 'Sanctions list',
    description: 'The customer or the other party is alike enough to an entry of the sanctions list.',
    fields: [{ name: 'ratio', label: 'Alike by at least, %', kind: 'percent', default: 85 }],
  },
  {
    type: 'CrossCountryAtmUsage',
    label: 'ATM usage across countries',
    description: 'The card was used at machines of two countries faster than one can travel.',
    fields: [{ name: 'maxSpeed', label: 'Speed, km/h', kind: 'number', max: 5000, default: 900 }, period(1)],
  },
  {
    type: 'CardActivationIpMismatch',
    label: 'Card activation from elsewhere',
    description: 'The card was activated away from the customer, after it lay unused.',
    fields: [
      { name: 'distance', label: 'Distance, km', kind: 'number', max: 20_040, default: 500 },
      { name: 'inactivePeriod', label: 'Unused for, days', kind: 'days', default: 30 },
    ],
  },
]
