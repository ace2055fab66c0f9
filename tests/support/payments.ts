/** Payments for tests of monitoring, each written in one line. */
import type { RuleOptions, Criteria } from '#contract/model/rules/rule.ts'
import type { CustomerType, RuleArea } from '#contract/model/values.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import type { Store } from '#server/store/pool.ts'
import { insertRows } from '#server/store/insert-rows.ts'

/** A customer; one with an id in capitals is a business. */
export function party(id: string): Party {
  const type: CustomerType = id === id.toUpperCase() ? 'business' : 'personal'
  return { id, type, name: `Name of ${id}`, country: 'CA', createdAt: new Date('2020-01-01T00:00:00Z') }
}

/**
 * `pay('t1', '03-01 10:00', 'ann > bob', 250)`: ann pays bob in 2026. A name with an exclamation mark is outside the
 * platform; the customer is the payer, or the payee if the payer is outside.
 */
export function pay(
  id: string,
  at: string,
  parties: string,
  usd: number,
  more: Partial<IncomingTransaction> = {},
): IncomingTransaction {
  const [from = '', to = ''] = parties.split(' > ')
  const isIncoming = from.endsWith('!')
  const [customer, other] = isIncoming ? [to, from] : [from, to]
  const account = other.endsWith('!') ? null : party(other)
  const amount = usd.toFixed(2)
  return {
    id,
    at: new Date(`2026-${at.replace(' ', 'T')}:00Z`),
    customer: party(customer),
    counterparty: account
      ? { name: account.name, country: 'CA', account }
      : { name: other, country: 'CA', account: null },
    direction: isIncoming ? 'incoming' : 'outgoing',
    service: 'p2p',
    amount,
    currency: 'USD',
    usd: amount,
    country: 'CA',
    data: { transactionDesc: 'rent' },
    ...more,
  }
}

/** Adds a rule to a platform; returns its id. */
export async function addRule(
  { db }: Pick<Store, 'db'>,
  platform: string,
  criteria: Criteria,
  options: RuleOptions = {},
  area: RuleArea = 'transaction',
): Promise<string> {
  const type = Object.keys(criteria)[0] ?? ''
  const [row] = await insertRows<{ id: string }>(
    db,
    'rule',
    [
      {
        platform,
        name: type,
        description: '',
        area,
        type,
        criteria,
        options,
        revision_id: 1,
        author: 't',
      },
    ],
    { returning: 'id' },
  )
  return row?.id ?? ''
}
