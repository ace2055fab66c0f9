/** For each rule over facts of the demo, payments that it has to hit, and near misses. */
import type { FACT_RULES } from '#server/demo/payments/fact-rules.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { party, pay } from '#tests/support/payments.ts'
import { known } from './world.ts'

const from = (key: string, value: string) => ({ data: { [key]: value } })
const to = (country: string): Partial<IncomingTransaction> => ({
  counterparty: { name: 'bo!', country, account: null },
})
const declares = (id: string, profile: object) => ({ customer: known(id, { ...profile }) })

export interface Planted {
  rule: keyof typeof FACT_RULES
  what: string
  payments: IncomingTransaction[]
  /** Ids of the transactions that raise an alert on the customer. */
  raised: string[]
}

export const PLANTED: readonly Planted[] = [
  {
    rule: 'justBelow',
    what: 'the third within five days, not 10,000, 7,999, nor the third after five days and an hour',
    payments: [
      pay('a1', '03-01 10:00', 'ann > x!', 8000),
      pay('a2', '03-03 10:00', 'ann > y!', 9999.99),
      pay('a3', '03-06 10:00', 'ann > z!', 9000),
      pay('b1', '03-01 10:00', 'bob > x!', 8000),
      pay('b2', '03-03 10:00', 'bob > y!', 9500),
      pay('b3', '03-06 11:00', 'bob > z!', 9000),
      pay('c1', '03-01 10:00', 'cat > x!', 8000),
      pay('c2', '03-03 10:00', 'cat > y!', 10_000),
      pay('c3', '03-04 10:00', 'cat > y!', 7999.99),
      pay('c4', '03-05 10:00', 'cat > z!', 9000),
    ],
    raised: ['a3'],
  },
  {
    rule: 'passedOn',
    what: 'out after in, not out before in',
    payments: [
      pay('a1', '03-01 10:00', 'x! > ann', 6000),
      pay('a2', '03-02 10:00', 'ann > y!', 5000),
      pay('b1', '03-01 10:00', 'bob > y!', 5000),
      pay('b2', '03-02 10:00', 'x! > bob', 6000),
      pay('b3', '03-02 11:00', 'bob > y!', 100),
    ],
    raised: ['a2'],
  },
  {
    rule: 'dormant',
    what: 'after 181 days, not after 179, nor a new customer',
    payments: [
      pay('a1', '01-01 10:00', 'ann > x!', 50),
      pay('a2', '07-01 10:00', 'ann > x!', 5000),
      pay('b1', '01-03 10:00', 'bob > x!', 50),
      pay('b2', '07-01 09:00', 'bob > x!', 5000),
      pay('c1', '07-01 10:00', 'cat > x!', 5000, { customer: { ...party('cat'), createdAt: new Date('2026-05-20') } }),
    ],
    raised: ['a2'],
  },
  {
    rule: 'fanIn',
    what: 'the fourth new sender, not where one of four is known',
    payments: [
      ...['p', 'q', 'r', 's'].map((name, n) => pay(`a${n}`, `03-0${n + 1} 10:00`, `${name}! > ann`, 100)),
      pay('b', '01-10 10:00', 'p! > bob', 100),
      ...['p', 'q', 'r', 's'].map((name, n) => pay(`b${n}`, `03-0${n + 1} 10:00`, `${name}! > bob`, 100)),
    ],
    raised: ['a3'],
  },
  {
    rule: 'roundTrip',
    what: 'nine tenths back from the same party, not less, from another, or after eleven days',
    payments: [
      pay('a1', '03-01 10:00', 'ann > x!', 5000),
      pay('a2', '03-05 10:00', 'x! > ann', 4500),
      pay('b1', '03-01 10:00', 'bob > x!', 5000),
      pay('b2', '03-05 10:00', 'x! > bob', 4499),
      pay('b3', '03-06 10:00', 'y! > bob', 4900),
      pay('b4', '03-12 10:00', 'x! > bob', 4900),
      pay('c1', '03-05 10:00', 'x! > cat', 4900),
      pay('c2', '03-06 10:00', 'cat > x!', 5000),
    ],
    raised: ['a2'],
  },
  {
    rule: 'riskyCountry',
    what: 'new, or large; not small to a known party, nor large elsewhere',
    payments: [
      pay('a1', '03-01 10:00', 'ann > bo!', 10, to('IR')),
      pay('a2', '03-02 10:00', 'ann > bo!', 2999, to('IR')),
      pay('a3', '03-03 10:00', 'ann > bo!', 3000, to('IR')),
      pay('b1', '03-03 10:00', 'bob > bo!', 9000, to('FR')),
    ],
    raised: ['a1', 'a3'],
  },
  {
    rule: 'sharedOrigin',
    what: 'the third customer of a device or an address, not of none, nor after a week',
    payments: [
      ...['ann', 'bob', 'cat'].map((id, n) =>
        pay(`a${n}`, `03-0${n + 1} 10:00`, `${id} > x!`, 10, from('deviceId', 'D1')),
      ),
      ...['dan', 'eve', 'fay'].map((id, n) =>
        pay(`b${n}`, `03-0${n + 1} 10:00`, `${id} > x!`, 10, from('transactionIp', '10.0.0.1')),
      ),
      ...['dan', 'dan', 'eve'].map((id, n) =>
        pay(`c${n}`, `03-0${n + 1} 11:00`, `${id} > x!`, 10, from('deviceId', 'D2')),
      ),
      ...['gus', 'hal', 'ivy'].map((id, n) => pay(`d${n}`, `03-0${n + 1} 11:00`, `${id} > x!`, 10)),
      ...['jim', 'kay', 'lou'].map((id, n) =>
        pay(`e${n}`, `03-${10 + 4 * n} 11:00`, `${id} > x!`, 10, from('deviceId', 'D3')),
      ),
    ],
    raised: ['a2', 'b2'],
  },
  {
    rule: 'aboveDeclared',
    what: 'above three times in its direction and month; not at it, of another month, or undeclared',
    payments: [
      pay('a1', '03-01 10:00', 'ann > x!', 2500, declares('ann', { monthlyWithdrawalsUsd: 1000 })),
      pay('a2', '03-02 10:00', 'ann > x!', 500, declares('ann', { monthlyWithdrawalsUsd: 1000 })),
      pay('a3', '03-03 10:00', 'ann > x!', 510, declares('ann', { monthlyWithdrawalsUsd: '1000' })),
      pay('a4', '04-03 10:00', 'ann > x!', 510, declares('ann', { monthlyWithdrawalsUsd: 1000 })),
      pay('b1', '03-03 10:00', 'bob > x!', 9000),
      pay('c1', '03-03 10:00', 'cat > x!', 9000, declares('cat', { monthlyDepositsUsd: 1000 })),
    ],
    raised: ['a3'],
  },
]
