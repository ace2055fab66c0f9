/** Entries of the reference data that no package has. */
import { UNKNOWN_COUNTRY } from '#contract/model/values.ts'
import type { Country, Currency, ServiceName } from './types.ts'

/** Put over the packages' entries of the same id. Kosovo keeps its own dial code of the several in use. */
export const COUNTRIES: readonly Country[] = [
  { id: UNKNOWN_COUNTRY, value: 'Unknown', emoji: '🏳️' },
  { id: 'KV', value: 'Kosovo', emoji: '🇽🇰', dialCode: '+383' },
  { id: 'TP', value: 'East Timor', emoji: '🇹🇱', dialCode: '+670' },
  { id: 'XK', value: 'Kosovo', emoji: '🇽🇰', dialCode: '+383' },
]

const coin = (code: string, name: string, symbol = code): Currency => ({ code, name, symbol, symbol_native: symbol })

/** The codes of the stablecoins carry their network: E for ERC-20, T for TRC-20. */
export const CRYPTO: readonly Currency[] = [
  coin('BTC', 'Bitcoin', '₿'),
  coin('ETH', 'Ethereum', 'Ξ'),
  coin('USDT', 'Tether'),
  coin('USDC', 'USD Coin'),
  coin('EUSDT', 'USDT ERC-20'),
  coin('TUSDT', 'USDT TRC-20'),
  coin('EUSDC', 'USDC ERC-20'),
  coin('TUSDC', 'USDC TRC-20'),
]

/** ISO 4217 codes that are no payment currencies: funds, units of account, metals, tests. */
export const NO_MONEY = new Set(
  'BOV CHE CHW CLF COU MXV USN USS UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '),
)

const service = (id: string, name: string, short = name): ServiceName => ({ id, name, short })

/** Own is a transfer between accounts of one party, 3D one to a third party, FI a financial institution. */
export const SERVICE_NAMES: readonly ServiceName[] = [
  service('p2p', 'P2P'),
  service('octOwn', 'Oct Own'),
  service('wireOwn', 'Wire Own'),
  service('eftOwn', 'Eft Own'),
  service('eft3rdParty', 'Eft 3D'),
  service('oct3rdParty', 'Oct 3D'),
  service('wire3rdParty', 'Wire 3D'),
  service('debit card', 'Prepaid Card', 'Prepaid'),
  service('cryptoEft3rdParty', 'Crypto Eft 3D', 'Crypto 3D'),
  service('cryptoEftOwn', 'Crypto Eft Own', 'Crypto Own'),
  service('betweenFiEft3rdParty', 'Between FI Eft 3D', 'FI Eft 3D'),
  service('betweenFiEftOwn', 'Between FI Eft Own', 'FI Eft Own'),
  service('betweenFiWire3rdParty', 'Between FI Wire 3D', 'FI Wire 3D'),
  service('betweenFiWireOwn', 'Between FI Wire Own', 'FI Wire Own'),
  service('betweenFiOct3rdParty', 'Between FI Oct 3D', 'FI Oct 3D'),
  service('betweenFiOctOwn', 'Between FI Oct Own', 'FI Oct Own'),
  service('incomingFromDifferentFi', 'Incoming From Different FI', 'Other FI'),
  service('interacEft3rdParty', 'Interac Eft 3D', 'Interac 3D'),
  service('interacEftOwn', 'Interac Eft Own', 'Interac Own'),
  service('instantEft3rdParty', 'Instant Eft 3D', 'Instant 3D'),
  service('instantEftOwn', 'Instant Eft Own', 'Instant Own'),
]
