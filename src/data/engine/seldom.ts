/** What hardly any start needs: one part, fetched when it is wanted (decision 0137). */
import { Direct } from './direct.ts'
import { legacyRing, resealAll } from './vault/reseal.ts'
import { retireKeys } from './vault/retire.ts'

export const seldom = { Direct, legacyRing, resealAll, retireKeys }
