/** The reference of a sent note to its template; separate from templates, since it is in the first load. */
import * as z from 'zod/mini'

/** `id@revision`. */
export const templateRef = z.string().check(z.regex(/^[\w.:-]{1,100}@\d{1,15}$/))

/** The revision of the built-in templates: it grows with their words and with their claims. */
export const BUILT_IN_REVISION = 5
