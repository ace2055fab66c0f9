/** What hardly any start needs: one part, fetched when it is wanted (decision 0137). */
import { Direct } from '#engine/sender/without-storage.ts'
import { keepOnDevice } from './keep-on-device.ts'
import { retireKeys } from './key-rotation.ts'
import { openByDevice } from './open-by-device.ts'
import { destroyPlatform } from './purge-platform.ts'
import { legacyRing, resealAll } from './reseal.ts'
import { leaveNothing, leaveSealed } from './wipe.ts'

export const seldom = {
  Direct,
  destroyPlatform,
  keepOnDevice,
  leaveNothing,
  leaveSealed,
  legacyRing,
  openByDevice,
  resealAll,
  retireKeys,
}
