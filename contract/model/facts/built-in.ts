/** The revision of the built-in templates: it grows with their words and with their claims. Apart, as it is in the first load. */
export const BUILT_IN_REVISION = 5
