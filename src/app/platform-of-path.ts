/** The target of an address of the administration, by its platform. */
import { findPlatform, resolvePlatform } from '#contract/model/platform.ts'

/** The specification's platform in links that were never filled in. */
const PLACEHOLDER = '{platform}'

/**
 * The platform on which an address is opened: the named one, or one's own for the literal placeholder and for platforms of
 * others. Null for a name that is no platform, and for an account without one: it leads nowhere.
 */
export function platformOfPath(named: string, allowed: readonly string[]): string | null {
  const platform = resolvePlatform(named, allowed)
  const isNone = !findPlatform(named) && named !== PLACEHOLDER && platform !== named
  return platform === '' || isNone ? null : platform
}
