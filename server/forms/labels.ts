/** Labels of stored values for the answers of forms and their prints. */
import countries from '#contract/reference/countries.json' with { type: 'json' }
import services from '#contract/reference/services.json' with { type: 'json' }

const COUNTRIES = new Map(countries.map(({ id, value }) => [id, value]))
const SERVICES = new Map(services.map(({ id, name }) => [id, name]))

/** The name of a country; the code where it has none. */
export const countryName = (code: string): string => COUNTRIES.get(code) ?? code

/** The label of a service; the text itself where it is none. */
export const serviceLabel = (service: string): string => SERVICES.get(service) ?? service

/** Answers without what is not known. */
export function known(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

type Profile = Readonly<Record<string, unknown>>
export interface Address {
  line?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

export function addressOf(profile: Profile): Address {
  return typeof profile['address'] === 'object' && profile['address'] !== null ? profile['address'] : {}
}

/** In one line, as letters are addressed: "46 Friedrichstraße, 10117 Berlin, Germany". */
export function addressLine({ line, city, state, zip, country }: Address): string {
  const place = [zip, city].filter(Boolean).join(' ')
  return [line, place, state, country && countryName(country)].filter(Boolean).join(', ')
}
