/** Names from the reference data, with their fallbacks. */
import type { Country, Currency, MerchantCategory, ServiceName } from '#contract/reference/types.ts'
import { currencyCode } from './amount.ts'
import { countryName } from './country.ts'
import type { Lookup } from './lookup.ts'

/** A service as screens call it; an unknown one as given. */
export function serviceName(id: string, services: Lookup<ServiceName>): string {
  return services.get(id)?.name ?? id
}

/** A service in the column of a list; an unknown one as given. */
export function serviceShort(id: string, services: Lookup<ServiceName>): string {
  return services.get(id)?.short ?? id
}

/** A currency's name; an unknown code as given. */
export function currencyName(code: string, currencies: Lookup<Currency>): string {
  return currencies.get(currencyCode(code))?.name ?? code
}

/** `5812 Eating Places and Restaurants`; an unknown code as given. */
export function merchantCategoryName(mcc: string, categories: Lookup<MerchantCategory>): string {
  const category = categories.get(mcc.padStart(4, '0'))
  return category ? `${category.mcc} ${category.edited}` : mcc
}

/** Registration number, trading name and user name: three dots where empty. */
export function orDots(value: string | null | undefined): string {
  return value?.trim() || '...'
}

/** A party of a report row: name, capitalised type and country, as far as they are known. */
export function partyLine(
  party: { name: string | null; type: string | null; country: string | null },
  countries: Lookup<Country>,
): string {
  const { name, type, country } = party
  return [name, type && capitalise(type), country && countryName(country, countries)].filter(Boolean).join(' · ')
}

/** With a capital first letter. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
