/** Keys wait for a screen that is drawn. */

/** The id of what stands in the place of the first screen until it comes. */
export const TO_COME = 'screen-to-come'

/** Calls back as soon as there is a frame for which `isDrawn` holds. */
export function whenDrawn(isDrawn: () => boolean, then: () => void): void {
  // effects that bring the list of a screen to the front run after its first frame
  requestAnimationFrame(() => setTimeout(() => (isDrawn() ? then() : whenDrawn(isDrawn, then))))
}
