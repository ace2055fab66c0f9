/** A device's name in its owner's list: browser and system, as far as known. */

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (table: readonly [RegExp, string][], text: string, otherwise: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise

/** "Chrome on Linux". */
export const deviceLabel = (userAgent: string): string =>
  `${nameIn(BROWSERS, userAgent, 'A browser')} on ${nameIn(SYSTEMS, userAgent, 'another system')}`
