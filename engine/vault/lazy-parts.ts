/** Code that few starts need: one lazily loaded part (decision 0137). */
import { Direct } from '#engine/sender/without-storage.ts'
import { keepOnDevice } from './device-slot.ts'
import { retireKeys } from './key-rotation.ts'
import { unlockByDevice } from './unlock-by-device.ts'
import { destroyPlatform } from './purge-platform.ts'
import { reEncryptAll } from './re-encryption.ts'
import { leaveNothing, leaveSealed } from './wipe.ts'

export const lazyParts = {
  Direct,
  destroyPlatform,
  keepOnDevice,
  leaveNothing,
  leaveSealed,
  unlockByDevice,
  reEncryptAll,
  retireKeys,
}
