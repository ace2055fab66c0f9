/** The threshold that a rule held a value against, as an analyst reads it. */

/**
 * What made the rule fire: "> 10,000", "≥ 90", "listed: IR, MM". Rules tell what they allow ("less than 90", "not IR,
 * MM"), and a negated comparison has to be turned round in the head.
 */
export function thresholdWords(allows: string): string {
  const least = /^(?:less|fewer) than (.+)$/.exec(allows)?.[1]
  if (least !== undefined) return `≥ ${least}`
  const listed = /^not (.+)$/.exec(allows)?.[1]
  if (listed !== undefined) return `listed: ${listed}`
  if (/^-?[\d.,]+$/.test(allows)) return `> ${allows}`
  return /^[<>≤≥=]/.test(allows) ? allows : `expected: ${allows}`
}
