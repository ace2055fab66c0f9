/** What hardly any start needs: one part, fetched when it is wanted. */
export { Direct } from './direct.ts'
export { legacyRing, resealAll } from './vault/reseal.ts'
export { retireKeys } from './vault/retire.ts'
