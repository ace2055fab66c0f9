/** To be imported first: keeps zod from compiling its parsers with `new Function`, which the security policy forbids. */
import * as z from 'zod/mini'

z.config({ jitless: true })
