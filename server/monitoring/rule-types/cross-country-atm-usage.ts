/** A card at machines of two countries sooner than its holder could travel. */
import { sql } from 'kysely'
import { daysInterval, defineRuleType, spokenDays } from '#server/monitoring/rule-type.ts'

export const crossCountryAtmUsage = defineRuleType({
  type: 'CrossCountryAtmUsage',
  label: 'ATM usage across countries',
  description:
    'The card was used at cash machines of two countries, the second sooner than one travels from border to border.',
  appliesTo: 'transaction',
  fields: [
    { name: 'maxSpeed', label: 'Speed, km/h', kind: 'number', max: 5000, default: 900 },
    { name: 'period', label: 'Period', kind: 'days', default: 1 },
  ],
  needs: ['card', 'cash machine'],
  reachDays: ({ period }) => period,
  worth: () => ({ candidate: sql`c.machine_country is not null` }),
  query: ({ maxSpeed, period }, { rows }) => sql`
    select id, account, jsonb_build_object('from', before, 'to', machine_country, 'km', km, 'hours',
      round(hours::numeric, 1), 'speed', round(km / hours)) as saw
    from (
      select id, account, before, machine_country, country_km(before, machine_country) as km,
        greatest(extract(epoch from at - before_at) / 3600, 0.01) as hours
      from (
        select *, lag(machine_country) over uses as before, lag(at) over uses as before_at
        from ${rows} m
        where card is not null and machine_country is not null
        window uses as (partition by no, card order by at)
      ) used
      where candidate and before <> machine_country and at - before_at <= ${daysInterval(period)}
    ) travelled
    where km > ${maxSpeed} * hours`,
  measured: ['maxSpeed'],
  meets: ({ maxSpeed }, { speed }) => Number(speed) > maxSpeed,
  explain: ({ maxSpeed, period }, { from, to, km, hours, speed }) => ({
    text: `ATM withdrawal in ${to} ${hours} h after one in ${from}, ≥ ${km} km away`,
    facts: [
      { label: 'Speed, km/h', saw: String(speed), allows: String(maxSpeed) },
      {
        label: `Countries within ${spokenDays(period)}`,
        saw: `${from}, ${to}`,
        allows: null,
        field: 'merchantCountry',
      },
    ],
  }),
})
