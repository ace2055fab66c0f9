/** The reference data as lookups, for formats that name countries, currencies and services. */
import { useMemo } from 'react'
import services from '#contract/reference/services.json'
import type { Country, Currency, MerchantCategory, ServiceName } from '#contract/reference/types.ts'
import { useReference } from './data.ts'
import type { Reference } from './reference.ts'

export interface Names {
  countries: { get(key: string): Country | undefined }
  currencies: { get(key: string): Currency | undefined }
  services: { get(key: string): ServiceName | undefined }
  merchantCategories: { get(key: string): MerchantCategory | undefined }
}

/** The 21 services, part of the first load: the first rows name them. */
const SERVICES = new Map<string, ServiceName>(services.map((one) => [one.id, one]))

/** Lookups by key; but for services they find nothing until the reference data is loaded, and formats show the key. */
export function namesOf(reference: Reference): Names {
  return {
    countries: { get: (key) => reference.find('countries', key) },
    currencies: { get: (key) => reference.find('currencies', key) },
    services: SERVICES,
    merchantCategories: { get: (key) => reference.find('merchantCategories', key) },
  }
}

/** `namesOf` for components: another object once the reference data is there. */
export function useNames(): Names {
  const reference = useReference()
  const isLoaded = reference.isLoaded()
  // oxlint-disable-next-line react/exhaustive-deps -- what was formatted before the data came has to be formatted again
  return useMemo(() => namesOf(reference), [reference, isLoaded])
}
