/** How a sent note names the template it was made from; apart from templates, as every window carries it. */
import * as z from 'zod/mini'

/** `id@revision`. */
export const templateRef = z.string().check(z.regex(/^[\w.:-]{1,100}@\d{1,15}$/))
