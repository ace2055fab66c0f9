/** Contacts, documents and products of customers, and the changes of their profiles. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { between, chance, moment, pick, uuid } from './sql-random.ts'

type Db = Kysely<Database>

const NOTES = [
  'Called to confirm the new address; answered the security questions without hesitation.',
  'Source of funds: salary and the sale of a flat, contract on file. Nothing open.',
  'Asked twice for the updated register extract; promised within two weeks.',
  'Relationship review done. Activity in line with what was stated at onboarding.',
  'Customer travels for work and signs in from several countries; employer letter on file.',
  'Adverse media search repeated: one namesake, other date of birth.',
  'Wants higher limits before the season; explained which documents are needed.',
] as const

export async function writeFacts(db: Db, anchor: Date): Promise<void> {
  await writeProfiles(db)
  await writeReach(db)
  await writeDocuments(db, anchor)
  await writeProducts(db)
  await writeEvents(db, anchor)
  await sql`
    insert into customer_note (id, platform, customer_id, author, text, created_at)
    select ${uuid('note')}, c.platform, c.id, ${pick('note author', ['Onboarding desk', 'Relationship desk'])},
      ${pick('note', NOTES)}, ${moment('note at', anchor)}
    from demo_customer c where ${chance('note?')} < 0.35`.execute(db)
}

/** The account's data that do not follow from its payments. */
async function writeProfiles(db: Db): Promise<void> {
  const local = (field: string) => sql`round((c.profile ->> ${field})::numeric / c.rate, 2)::text`
  await sql`
    update customer u set profile = u.profile || jsonb_strip_nulls(jsonb_build_object(
      'currency', c.currency,
      'balance', (round((${chance('balance')} * 4000)::numeric / c.rate, 2) + 500)::text,
      'availableBalance', round((${chance('balance')} * 4000)::numeric / c.rate, 2)::text,
      'monthlyDeposits', ${local('monthlyDepositsUsd')}, 'monthlyDepositsRate', c.rate::text,
      'monthlyDepositsCurrency', c.currency,
      'monthlyWithdrawals', ${local('monthlyWithdrawalsUsd')}, 'monthlyWithdrawalsRate', c.rate::text,
      'monthlyWithdrawalsCurrency', c.currency,
      'accountStatus', case when ${chance('closed')} < 0.03 then 'Closed' end,
      'accountKycUpdateRequestedStatus', case when ${chance('update')} < 0.08 then 'requested' end,
      'transactionApprovalEnabled', ${chance('approval')} < 0.8,
      'transactionApprovalMode', case when ${chance('mode')} < 0.12 then 'approvalCode'
        when ${chance('mode')} < 0.18 then '' end,
      'tradingName', case when c.type = 'business' and ${chance('trading')} < 0.5
        then regexp_replace(c.name, ' [^ ]+$', '') end,
      'dateOfBusinessRegistration', case when c.type = 'business'
        then (c.created_at - ${between('founded', 30, 9000)} * interval '1 day')::date::text end,
      'website', case when c.type = 'business' then 'https://' || c.username || '.example' end))
    from demo_customer c where u.platform = c.platform and u.id = c.id`.execute(db)
}

async function writeReach(db: Db): Promise<void> {
  const name = sql`coalesce(c.username, 'customer' || c.id)`
  await sql`
    insert into customer_email (platform, customer_id, email, is_primary, is_confirmed)
    select c.platform, c.id, e.email, e.is_primary, ${chance('email')} < e.share
    from demo_customer c cross join lateral (values
      (case c.type when 'business' then 'office@' || ${name} || '.example' else ${name} || '@mail.example' end, true, 0.93),
      (case when ${chance('second email')} < 0.3 then ${name} || '.' || c.id || '@post.example' end, false, 0.6)
    ) as e (email, is_primary, share) where e.email is not null`.execute(db)
  await sql`
    insert into customer_phone (platform, customer_id, phone, is_primary, is_confirmed)
    select c.platform, c.id, coalesce(c.dial, '+1') || ' 555 ' || lpad(${between(`phone`, 0, 999_999)}::text, 6, '0'),
      true, ${chance('phone')} < 0.85
    from demo_customer c where ${chance('phone?')} < 0.95`.execute(db)
}

async function writeDocuments(db: Db, anchor: Date): Promise<void> {
  const isPerson = sql`c.type = 'personal'`
  const identity = pick('identity', ['Passport', 'Identity card', 'Driving licence'])
  const address = pick('address', ['Utility bill', 'Bank statement', 'Tenancy agreement'])
  const expires = sql`(${anchor}::timestamptz + ${between('expires', -90, 2600)} * interval '1 day')::date`
  await sql`
    insert into customer_document (id, platform, customer_id, purpose, name, type, number, country, expires_on, status,
      created_at)
    select md5(d.purpose || c.platform || c.id)::uuid, c.platform, c.id, d.purpose,
      lower(replace(d.type, ' ', '-')) || '-' || c.id || case d.purpose when 'identity' then '.png' else '.pdf' end, d.type, d.number, d.country, d.expires_on,
      case when d.expires_on < ${anchor}::timestamptz::date then 'Expired'
        when c.kyc_status = 'Confirmed' then 'Confirmed'
        when ${chance('paper')} < 0.3 then 'Rejected' else 'Pending' end,
      ${moment('paper at', anchor, 0.2)} + d.hours * interval '1 hour'
    from demo_customer c cross join lateral (values
      ('identity', case when ${isPerson} then ${identity} else 'Certificate of incorporation' end,
        upper(substr(md5('number' || c.platform || c.id), 1, 9)), c.country,
        case when ${isPerson} then ${expires} end, 0),
      ('address', case when ${isPerson} then ${address} else 'Register extract' end, null, c.country, null::date, 1),
      ('other', case when ${chance('funds')} < 0.3 then 'Source of funds statement' end, null, null, null::date, 2)
    ) as d (purpose, type, number, country, expires_on, hours)
    where d.type is not null and (d.purpose <> 'identity' or c.kyc_status = 'Confirmed' or ${chance('no paper')} < 0.7)
    `.execute(db)
}

async function writeProducts(db: Db): Promise<void> {
  await sql`
    insert into customer_product (platform, customer_id, id, name, status, currency)
    select c.platform, c.id, p.code || c.id, p.name,
      case when c.profile ->> 'accountStatus' in ('Closed', 'Dormant') then 'closed' else 'active' end, p.currency
    from demo_customer c cross join lateral (values
      ('W', 'Wallet', coalesce(c.currency, 'USD'), 1.0),
      ('C', 'Prepaid card', coalesce(c.currency, 'USD'), 0.4),
      ('M', 'Merchant account', coalesce(c.currency, 'USD'), case c.type when 'business' then 0.6 else 0 end),
      ('X', 'Crypto wallet', 'TUSDT', 0.15)
    ) as p (code, name, currency, share)
    where ('x' || substr(md5(p.code || c.platform || c.id), 1, 8))::bit(32)::bigint / 4294967296.0 < p.share`.execute(
    db,
  )
}

/** The changes of the profile, as the platform reports them. */
async function writeEvents(db: Db, anchor: Date): Promise<void> {
  await sql`
    insert into customer_event (platform, customer_id, at, author, action, field, before, after)
    select c.platform, c.id, e.at, e.author, e.action, e.field, e.before, e.after
    from demo_customer c cross join lateral (values
      (true, c.created_at, 'Platform', 'account opened', null, null, null),
      (c.kyc_status = 'Confirmed', ${moment('kyc', anchor, 0.05)}, 'Onboarding desk', 'KYC status changed',
        'accountKycStatus', 'Unconfirmed', 'Confirmed'),
      (${chance('moved')} < 0.25, ${moment('moved at', anchor)}, 'Customer', 'profile changed', 'address.line',
        ${pick('old street', ['12 Mill Lane', '8 Station Road', '77 Harbour Street', '3 Old Market'])},
        c.profile -> 'address' ->> 'line'),
      (${chance('woken')} < 0.06, ${moment('woken at', anchor)}, 'Customer service', 'account reactivated',
        'accountStatus', 'Dormant', 'Active'),
      (${chance('update')} < 0.08, ${anchor}::timestamptz - ${between('asked', 1, 40)} * interval '1 day', 'Platform',
        'KYC update requested', 'accountKycUpdateRequestedStatus', null, 'requested')
    ) as e (happened, at, author, action, field, before, after)
    where e.happened order by e.at, c.id, e.action`.execute(db)
}
