/** Contracts with businesses in every status, each with its earlier ones. */
import { sql, type Kysely } from 'kysely'
import { CONTRACT_STATUSES, type ContractStatus } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'
import { chance, moment, pick } from './sql-random.ts'

/** The statuses that a contract goes through, by its last. */
const WAYS: Record<ContractStatus, readonly ContractStatus[]> = {
  NEW: ['NEW'],
  REVIEW: ['NEW', 'REVIEW'],
  REJECTED: ['NEW', 'REVIEW', 'REJECTED'],
  CANCELLED: ['NEW', 'CANCELLED'],
  APPROVED: ['NEW', 'REVIEW', 'APPROVED'],
  UNSIGNED: ['NEW', 'REVIEW', 'APPROVED', 'UNSIGNED'],
  ACTIVE: ['NEW', 'REVIEW', 'APPROVED', 'UNSIGNED', 'ACTIVE'],
  TERMINATED: ['NEW', 'REVIEW', 'APPROVED', 'UNSIGNED', 'ACTIVE', 'TERMINATED'],
}
/** Most contracts are in force. */
const DRAWN = [...CONTRACT_STATUSES, ...Array.from({ length: 8 }, () => 'ACTIVE')]
const steps = CONTRACT_STATUSES.flatMap((status) => WAYS[status].map((step, n) => ({ status, step, n })))

export async function writeContracts(db: Kysely<Database>, anchor: Date): Promise<void> {
  await sql`
    insert into contract (platform, id, customer_id, type, status, created_at, signed_at, ends_at, terms)
    select k.platform, 'K' || k.id, k.id, k.type, k.status, k.at,
      case when k.status in ('ACTIVE', 'TERMINATED') then k.at + interval '9 days' end,
      case k.status when 'ACTIVE' then k.at + interval '6 years'
        when 'TERMINATED' then least(k.at + interval '200 days', ${anchor}::timestamptz) end,
      jsonb_build_object('Fee', k.fee, 'Settlement', k.settlement, 'Governing law', coalesce(k.country, 'CA'))
    from (
      select c.platform, c.id, c.country, ${moment('contract at', anchor, 0.5)} as at,
        ${pick('contract', ['Merchant agreement', 'Payout services', 'Card programme'])} as type,
        ${pick('contract status', DRAWN)} as status, ${pick('fee', ['0.4 %', '0.9 %', '1.5 % + 0.25'])} as fee,
        ${pick('settlement', ['daily', 'weekly', 'two days after the payment'])} as settlement
      from demo_customer c where c.type = 'business' and ${chance('contract?')} < 0.8
    ) k`.execute(db)
  await sql`
    insert into contract_event (platform, contract_id, at, author, status)
    select k.platform, k.id, least(k.created_at + w.n * interval '2 days', ${anchor}::timestamptz),
      case when w.step in ('NEW', 'UNSIGNED', 'ACTIVE') then c.name else 'Contracts desk' end, w.step
    from demo_customer c
    join contract k on k.platform = c.platform and k.customer_id = c.id
    join json_to_recordset(${JSON.stringify(steps)}::json) as w (status text, step text, n int) on w.status = k.status
    order by k.id, w.n`.execute(db)
  await sql`
    insert into customer_document (id, platform, customer_id, contract_id, purpose, name, type, status, created_at)
    select md5('signed' || k.platform || k.id)::uuid, k.platform, k.customer_id, k.id, 'contract',
      'contract-' || k.id || '.pdf', 'Signed contract', 'Confirmed', k.signed_at
    from demo_customer c join contract k on k.platform = c.platform and k.customer_id = c.id
    where k.signed_at is not null`.execute(db)
}
