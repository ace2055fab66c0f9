/** The platforms of this back office: names, codes and links. The window takes those of its session, which may be another's. */
import * as z from 'zod/mini'

export const platform = z.object({
  /** Used in paths, header and query. */
  name: z.string(),
  value: z.string(),
  label: z.string(),
  /** Prefix of case ids. */
  code: z.string(),
  /** Prefix of report ids. */
  number: z.number(),
  customerInfoLink: z.string(),
  filesLink: z.string(),
  /** Form links; empty where a platform has none. */
  forms: z.object({ sar: z.string(), edd_ong: z.string(), edd_ond: z.string() }),
})
export type Platform = z.infer<typeof platform>

const one = (number: number, name: string, label: string, code: string, hasForms = true): Platform => ({
  name,
  value: name,
  label,
  code,
  number,
  customerInfoLink: `/admin/${name}/customers/customer/`,
  filesLink: `/api/files/${name}/`,
  forms: hasForms
    ? {
        sar: `/admin/${name}/forms/sar`,
        edd_ong: `/admin/${name}/forms/edd_ong`,
        edd_ond: `/admin/${name}/forms/edd_ond`,
      }
    : { sar: '', edd_ong: '', edd_ond: '' },
})

export const PLATFORMS: readonly Platform[] = [
  one(1, 'paxum', 'Paxum', 'PX'),
  one(2, 'paydek', 'Paydek', 'PD'),
  one(3, 'paxum-bank', 'Paxum Bank', 'PB'),
  one(4, 'prepaid-upi', 'Prepaid UPI', 'PP'),
  one(5, 'multifi', 'MultiFi', 'MF'),
  one(6, 'prepaid-card', 'Prepaid Card', 'PT'),
  one(7, 'paxum-colombia', 'Paxum Colombia', 'DC'),
  one(8, 'fundstr', 'Fundstr', 'FS'),
  one(9, 'aplus', 'APlus Payments', 'AP'),
  one(10, 'uat', 'UAT', 'UA', false),
  one(11, 'dev', 'Development', '*', false),
  one(12, 'local', 'Local', 'LO', false),
]

/** The platform preferred when none is remembered (docs/design/specification.md#screens). */
export const PREFERRED_PLATFORM = 'paxum'
/** Never offered in the dropdown. */
export const HIDDEN_PLATFORM = 'local'

const byName = new Map(PLATFORMS.map((p) => [p.name, p]))

/** The platform of that name, or undefined. */
export function findPlatform(name: string): Platform | undefined {
  return byName.get(name)
}

/**
 * The platform to work on: the one in the address if allowed, else the preferred one if allowed, else the first
 * allowed, else empty (docs/design/specification.md#screens).
 */
export function resolvePlatform(wanted: string, allowed: readonly string[]): string {
  if (allowed.includes(wanted)) return wanted
  if (allowed.includes(PREFERRED_PLATFORM)) return PREFERRED_PLATFORM
  return allowed[0] ?? ''
}

/** The dropdown's entries: without the hidden one, shortest label first. */
export function platformChoices(platforms: readonly Platform[]): Platform[] {
  return platforms.filter((p) => p.name !== HIDDEN_PLATFORM).toSorted((a, b) => a.label.length - b.label.length)
}
