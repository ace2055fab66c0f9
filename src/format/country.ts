/** Countries by their two-letter codes. */
import type { Country } from '#contract/reference/types.ts'
import type { Lookup } from './lookup.ts'

/** The name alone, for sentences and exports; the code where the country is not known, empty for an empty code. */
export function countryName(id: string, countries: Lookup<Country>): string {
  return countries.get(id)?.value ?? id
}

/**
 * Flag and name. An unknown code stands in parentheses, several countries side by side; null where there is none.
 */
export function countryLabel(
  id: string | readonly string[] | null | undefined,
  countries: Lookup<Country>,
): string | null {
  if (!id) return null
  if (typeof id !== 'string') {
    const labels = id.map((one) => countryLabel(one, countries)).filter((label) => label !== null)
    return labels.length > 0 ? labels.join(' ') : null
  }
  const country = countries.get(id)
  return country ? `${country.emoji} ${country.value}` : `(${id})`
}
