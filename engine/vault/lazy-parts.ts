/** Code that few starts need: one lazily loaded part (decision 0137). */
import { DirectSender } from '#engine/sender/direct-sender.ts'
import { keepOnDevice, unlockByDevice } from './unlock-by-device.ts'
import { retireKeys } from './key-rotation.ts'
import { destroyPlatform } from './purge-platform.ts'
import { reEncryptAll } from './re-encryption.ts'
import { wipeEverything, wipeAllButOutbox } from './wipe.ts'

export const lazyParts = {
  DirectSender,
  destroyPlatform,
  keepOnDevice,
  wipeEverything,
  wipeAllButOutbox,
  unlockByDevice,
  reEncryptAll,
  retireKeys,
}
