/** The threshold that a rule held a value against, as an analyst reads it. */

/**
 * The threshold as the rule meets it: "threshold > 10,000", "listed: IR, MM". Rules define allowed values ("less than
 * 90", "not IR, MM"), so the comparison is inverted for display.
 */
export function thresholdText(allows: string): string {
  const least = /^(?:less|fewer) than (.+)$/.exec(allows)?.[1]
  if (least !== undefined) return `threshold ≥ ${least}`
  const listed = /^not (.+)$/.exec(allows)?.[1]
  if (listed !== undefined) return `listed: ${listed}`
  if (/^-?[\d.,]+$/.test(allows)) return `threshold > ${allows}`
  return /^[<>≤≥=]/.test(allows) ? `threshold ${allows}` : `expected: ${allows}`
}
