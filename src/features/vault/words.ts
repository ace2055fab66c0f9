// Why the workbench is closed, in words, and what to do about it.
import type { VaultState, Why } from '#src/data/vault-client.ts'
import { countOf } from '#src/format/count.ts'

export interface Words {
  title: string
  text: string
}

/** What the lock screen says. `isSlow`: the server was asked a while ago. */
export function lockWords({ why, phase, lockMinutes, offlineHours }: VaultState): Words {
  if (phase === 'opening') return { title: 'Opening', text: 'Waiting for the server, which has half of the key.' }
  const words: Record<Why, Words> = {
    locked: { title: 'Locked', text: 'What is on this device is encrypted until you open it.' },
    idle: { title: 'Locked', text: `Nobody was here for ${countOf(lockMinutes, 'minute')}.` },
    sleep: { title: 'Locked', text: 'The device slept, or its clock was set.' },
    user: { title: 'Locked', text: 'Somebody else has signed in to this browser.' },
    'no-network': { title: 'No connection', text: 'Open what is on this device with what you set up for it.' },
    'no-way': {
      title: 'Needs the network once',
      text: 'The server has half of the key and cannot be reached. Once it was, set up a passkey or a passphrase, and this device opens without a network too. Nothing unsent is lost meanwhile.',
    },
    window: {
      title: 'Needs the network',
      text: `The server was not heard for ${countOf(offlineHours, 'hour')}. What was cached is destroyed; what you decided is kept, encrypted, and goes out once you are connected.`,
    },
    clock: {
      title: 'The clock is behind',
      text: 'This device shows a time before one it has already shown. Set its clock right, or connect to the network.',
    },
    'signed-out': { title: 'Signed out', text: 'The session is over. Nothing unsent is lost: sign in to go on.' },
    mismatch: {
      title: 'Open it yourself once',
      text: 'The server no longer has its half of the key of this device. What you set up for it opens it all the same.',
    },
  }
  return words[why ?? 'locked']
}

/** Why an attempt did not open it. */
export function refusalWords(why: 'wrong' | 'window' | 'clock', triesLeft: number): string {
  if (why === 'window') return 'Away for too long: the server has to be reached first.'
  if (why === 'clock') return 'The clock of this device is behind: set it right first.'
  return triesLeft > 0
    ? `Not right. ${countOf(triesLeft, 'attempt')} left before passkeys and passphrases here are destroyed.`
    : 'Not right. Passkeys and passphrases here are destroyed: sign in to open it.'
}
