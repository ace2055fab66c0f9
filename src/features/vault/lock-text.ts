// Explains why the workbench is locked, as text, with what to do.
import type { VaultState, Why } from '#src/data/engine-client/vault-client.ts'
import { countOf } from '#src/format/count.ts'

export interface LockTexts {
  title: string
  text: string
}

/** The text of the lock screen. `isSlow`: the server has not answered for a while. */
export function lockText({ why, phase, lockMinutes, offlineHours }: VaultState): LockTexts {
  if (phase === 'opening') return { title: 'Opening', text: 'Waiting for the server, which keeps a share of the key.' }
  const words: Record<Why, LockTexts> = {
    locked: { title: 'Locked', text: 'The data on this device are encrypted until you unlock it.' },
    idle: { title: 'Locked', text: `Locked after ${countOf(lockMinutes, 'minute')} of inactivity.` },
    sleep: { title: 'Locked', text: 'The device slept, or its clock was changed.' },
    user: { title: 'Locked', text: 'Somebody else has signed in to this browser.' },
    'no-network': { title: 'No connection', text: 'Unlock this device with your passkey or passphrase.' },
    'no-way': {
      title: 'Connect to unlock',
      text: 'Offline unlock is not set up on this device. Decisions that are not sent yet are kept, encrypted. Once you are connected, set up a passkey or a passphrase, and this device opens offline too.',
    },
    window: {
      title: 'Connect to unlock',
      text: `The server has been unreachable for ${countOf(offlineHours, 'hour')}. Cached data were destroyed. Your decisions are saved, encrypted, and will be sent once you are connected.`,
    },
    clock: {
      title: 'The clock is behind',
      text: 'This device shows a time before one it has already shown. Set its clock right, or connect to the network.',
    },
    'signed-out': { title: 'Signed out', text: 'The session is over. Nothing unsent is lost: sign in to go on.' },
    mismatch: {
      title: 'Unlock this device once',
      text: 'The server no longer has its share of this device’s key. Your passkey or passphrase still unlocks it.',
    },
  }
  return words[why ?? 'locked']
}

/** The reason why an attempt failed. */
export function refusalText(why: 'wrong' | 'window' | 'clock', triesLeft: number): string {
  if (why === 'window') return 'Offline for too long: connect to the server first.'
  if (why === 'clock') return 'The clock of this device is behind: set it right first.'
  return triesLeft > 0
    ? `Wrong. ${countOf(triesLeft, 'attempt')} left before passkeys and passphrases here are destroyed.`
    : 'Wrong. Passkeys and passphrases here are destroyed: sign in to open it.'
}
