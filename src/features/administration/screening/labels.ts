/** Words of the screening lists. */

export const KINDS = { individual: 'People', entity: 'Organisations' } as const

/** `0.7` is 70, as scores are shown everywhere. */
export const thresholdInWords = (threshold: number): string => String(Math.round(threshold * 1000) / 10)
