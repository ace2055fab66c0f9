/** Sizes of the specification (docs/design/specification.md#constants), in pixels. */

/** Layout breakpoints. */
export const BREAKPOINTS = [400, 600, 820, 900, 1024, 1200, 1440, 1640, 1840] as const
export type Breakpoint = (typeof BREAKPOINTS)[number]

/** For a modal: between 320 and 640 wide, with a maximum height before it scrolls. */
export const MODAL_SIZES = { narrow: 480, wide: 640 } as const
export const MODAL_BODY_HEIGHT = 600
