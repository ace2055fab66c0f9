/** A card that was activated away from its holder after it lay unused. */
import { sql } from 'kysely'
import { daysInterval, defineRuleType, spokenDays } from '#server/monitoring/rule-type.ts'

/** The maximum time from activation to the first use of the card. */
const FIRST_USE_DAYS = 30

/** Cards in the customer's profile: `cards`, each with number, issue, activation and origin. */
export const cardActivationIpMismatch = defineRuleType({
  type: 'CardActivationIpMismatch',
  label: 'Card activation from elsewhere',
  description: `The card was activated away from the customer, after it lay unused. Of a transaction, the card's first within ${FIRST_USE_DAYS} days.`,
  appliesTo: 'customer',
  fields: [
    { name: 'distance', label: 'Distance, km', kind: 'number', max: 20_040, default: 500 },
    { name: 'inactivePeriod', label: 'Unused for, days', kind: 'days', default: 30 },
  ],
  needs: ['card'],
  reachDays: () => FIRST_USE_DAYS,
  worth: () => ({ candidate: sql`(c.id = '' or c.card is not null)` }),
  query: ({ distance, inactivePeriod }, { platform, rows }) => sql`
    with judged as materialized (select id, account, home, card, at from ${rows} m where candidate),
    odd as materialized (
      select account, home, number, activated, activated - issued as unused, country, country_km(home, country) as km
      from (
        select j.account, j.home, k ->> 'cardNumber' as number, k ->> 'activationCountry' as country,
          (k ->> 'issuedDate')::timestamp at time zone 'UTC' as issued,
          (k ->> 'activationDate')::timestamp at time zone 'UTC' as activated
        from (select distinct account, home from judged) j
        join customer c on c.platform = ${platform} and c.id = j.account
        cross join lateral jsonb_array_elements(
          case jsonb_typeof(c.profile -> 'cards') when 'array' then c.profile -> 'cards' else '[]' end) as cards (k)
      ) cards
      where country <> home and activated - issued >= ${daysInterval(inactivePeriod)}
    )
    select distinct on (j.id, j.account) j.id, j.account, jsonb_build_object('country', o.country, 'home', o.home,
      'km', o.km, 'days', round(extract(epoch from o.unused) / 86400), 'card', o.number) as saw
    from odd o join judged j on j.account = o.account
    where o.km >= ${distance}::float8 and (
      j.id = '' and o.activated <= j.at
      or j.card = o.number and j.at >= o.activated and j.at - o.activated <= ${daysInterval(FIRST_USE_DAYS)}
        and not exists (
          select from ${rows} b where b.account = j.account and b.card = j.card and b.at >= o.activated and b.at < j.at
        )
    )
    order by j.id, j.account, o.activated desc, o.number`,
  measured: ['distance', 'inactivePeriod'],
  meets: ({ distance, inactivePeriod }, { km, days }) => Number(km) >= distance && Number(days) >= inactivePeriod,
  explain: ({ distance, inactivePeriod }, { country, home, km, days, card }) => ({
    text: `Card ${card} was activated in ${country}, at least ${km} km from ${home}, after ${spokenDays(Number(days))}`,
    facts: [
      { label: 'Distance, km', saw: String(km), allows: `less than ${distance}` },
      { label: 'Unused, days', saw: String(days), allows: `less than ${inactivePeriod}` },
    ],
  }),
})
