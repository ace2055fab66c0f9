/** The embedded reference data (docs/design/specification.md#reference-data): what an entry of each table is. */

/** Keyed by `mcc`, four digits as text. */
export interface MerchantCategory {
  mcc: string
  /** The description, edited to read well. */
  edited: string
}

/** Keyed by `id`, two letters; `00` is Unknown. Kosovo has XK and KV, East Timor TL and TP. */
export interface Country {
  id: string
  value: string
  /** Flag. */
  emoji: string
  dialCode?: string
}

/** Keyed by `code`: what ISO 4217 has and had, and the crypto codes of the platforms. */
export interface Currency {
  code: string
  name: string
  symbol: string
  symbol_native: string
  name_plural?: string
}

/** Keyed by `id`, a service as it travels in `transactionType`. */
export interface ServiceName {
  id: string
  name: string
  /** For list columns. */
  short: string
}

export interface ReferenceData {
  /** Changes whenever an entry of any table does. */
  version: string
  merchantCategories: MerchantCategory[]
  countries: Country[]
  currencies: Currency[]
  services: ServiceName[]
}
export type ReferenceTable = Exclude<keyof ReferenceData, 'version'>
