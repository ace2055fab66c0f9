/** Words for codes. */
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import { own } from './lookup.ts'
import { capitalise } from './name.ts'

/** The status of an alert, on a case or on a customer; unknown ones as words. */
export function alertStatusLabel(status: string): string {
  return own(ALERT_LABELS, status) ?? humanise(status)
}

const ACRONYMS = new Set(['atm', 'bin', 'edd', 'fi', 'id', 'ip', 'kyc', 'sar', 'str', 'swift', 'usd', 'utc'])

/** A name of code as words: `limit_transaction` is `Limit transaction`, `clientAddressZip` is `Client address zip`. */
export function humanise(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
  return capitalise(words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' '))
}
