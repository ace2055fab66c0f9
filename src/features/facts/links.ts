/** The link to a fact's record, inside this window; null without a screen. */
import type { FactSource } from '#contract/model/facts/facts.ts'

const part = encodeURIComponent

export function sourceHref(platform: string, { kind, id }: FactSource, customerId: string): string | null {
  const home = `/admin/${part(platform)}`
  const customer = `${home}/customers/customer/${part(kind === 'customer' ? id : customerId)}`
  switch (kind) {
    case 'case':
      return `${home}/case/${part(id)}`
    case 'customer':
      return customer
    case 'transaction':
      return `${customer}?section=transactions`
    case 'screening':
      return `${customer}?section=risk`
    case 'alert':
      return `${customer}?section=alerts`
    case 'rule':
      return `${home}/rules/${part(id)}`
    default:
      return null
  }
}
