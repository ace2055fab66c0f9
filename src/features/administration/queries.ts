/** How the sections of Administration read. */

/** The interval of reading again, ms. */
export const EVERY_MS = 30_000
/** While a job is under way, which takes seconds. */
export const SOON_MS = 2000

/** The start of the key of everything read of Administration on a platform. */
export const administrationKey = (platform: string) => ['administration', platform] as const

/** Refusals are shown in the section, not by the whole window. */
export const quietly = (signal: AbortSignal, platform: string) => ({ signal, platform, quiet: true })
