/** The minimum similarity of a hit. */

/**
 * Pairs of at least this match score are hits, from 0 to 1, where no threshold is set for the list and kind of entry. At this the
 * differences between two names are as many as the scorer allows for their length (docs/decisions/0185).
 */
export const THRESHOLD = 0.7
/** The allowed thresholds: below, half of all names are hits; above, a typo hides a match. */
export const THRESHOLD_MIN = 0.55
export const THRESHOLD_MAX = 0.95

/** The score of a hit with a ship or aircraft. Their names are compared with those of payees alone: they are no customers. */
export const VESSEL_THRESHOLD = 0.9

/** Kinds of entries with a threshold that can be set. */
export const COMPARED_TYPES = ['individual', 'entity'] as const
export type ComparedType = (typeof COMPARED_TYPES)[number]
