/** Loads the reference data on demand: by dynamic import alone, so that none of it is part of a first load. */
import type { ReferenceData } from './types.ts'

/** The version of the data, without loading them. */
export async function referenceVersion(): Promise<string> {
  return (await import('./sources.json')).default.version
}

/** All four tables, about 90 kB of text, 20 kB compressed; callers keep them in the local database under their version. */
export async function loadReference(): Promise<ReferenceData> {
  const [version, merchantCategories, countries, currencies, services] = await Promise.all([
    referenceVersion(),
    import('./merchant-categories.json'),
    import('./countries.json'),
    import('./currencies.json'),
    import('./services.json'),
  ])
  return {
    version,
    merchantCategories: merchantCategories.default,
    countries: countries.default,
    currencies: currencies.default,
    services: services.default,
  }
}
