/** Paths of cases and their customers, inside this window. Ids may contain characters that need encoding. */
import { adminPath } from '#src/features/admin-path.ts'

export const queueHref = (platform: string) => adminPath(platform, 'cases/')

export const caseHref = (platform: string, caseId: string) => adminPath(platform, `case/${encodeURIComponent(caseId)}`)

/** The list of customers. */
export const customersHref = (platform: string) => adminPath(platform, 'customers/')

export const customerHref = (platform: string, customerId: string) =>
  adminPath(platform, `customers/customer/${encodeURIComponent(customerId)}`)

/** A monitoring rule. */
export const ruleHref = (platform: string, ruleId: string): string =>
  adminPath(platform, `rules/${encodeURIComponent(ruleId)}`)
