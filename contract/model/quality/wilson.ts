/** The uncertainty of a share. Pure. */

/** The normal quantile of a 95 % interval. */
const Z95 = 1.959964

export interface Share {
  value: number
  low: number
  high: number
}

/** A share with its Wilson score interval; of nothing, anything may be true. */
export function wilson(part: number, whole: number, z = Z95): Share {
  if (whole === 0) return { value: 0, low: 0, high: 1 }
  const value = part / whole
  const spread = z ** 2 / whole
  const middle = (value + spread / 2) / (1 + spread)
  const half = (z * Math.sqrt((value * (1 - value)) / whole + spread / (4 * whole))) / (1 + spread)
  // at the ends the interval touches the share itself, which rounding would miss
  return { value, low: part === 0 ? 0 : middle - half, high: part === whole ? 1 : middle + half }
}
