/** Paths of cases and their customers, inside this window. Ids may contain characters that need encoding. */

export const queueHref = (platform: string) => `/admin/${encodeURIComponent(platform)}/cases/`

export const caseHref = (platform: string, caseId: string) =>
  `/admin/${encodeURIComponent(platform)}/case/${encodeURIComponent(caseId)}`

/** The list of customers. */
export const customersHref = (platform: string) => `/admin/${encodeURIComponent(platform)}/customers/`

export const customerHref = (platform: string, customerId: string) =>
  `/admin/${encodeURIComponent(platform)}/customers/customer/${encodeURIComponent(customerId)}`

/** A monitoring rule. */
export const ruleHref = (platform: string, ruleId: string): string =>
  `/admin/${encodeURIComponent(platform)}/rules/${encodeURIComponent(ruleId)}`
