/**
 * Holds keys back between the key that leads to another screen and the screen's being there, so that they mean what they
 * will mean there: not in the screen that is leaving, and not nothing.
 */
import type { Notices } from '#src/commands/undo/notices.ts'
import type { KeyInput } from './key-input.ts'

/** Keys wait no longer than this, ms. What was pressed for what takes more must not act on what is there instead. */
const LONGEST_MS = 10_000

/** One closing of the gate; once another has taken its place it does nothing. */
export interface Closing {
  /** Opens it: what was held is heard. */
  open(): void
  /** Opens it and forgets what was held; whether that was anything. */
  giveUp(): boolean
}

export interface Gate {
  isClosed(): boolean
  /** Buffers keys from here on; another call starts anew. */
  close(): Closing
  /** Takes a key while closed. None is left out: a line without its end would mean something else. */
  hold(input: KeyInput): void
  /** Hears of every key that was held, in order, when the gate opens; a key that closes it again keeps the rest. */
  onRelease(replay: (input: KeyInput) => void): () => void
}

export function createGate(): Gate {
  let held: KeyInput[] = []
  let closing = 0
  let isClosed = false
  let replay: (input: KeyInput) => void = () => {}
  const release = () => {
    while (!isClosed && held.length > 0) {
      const [next, ...rest] = held
      held = rest
      replay(next!)
    }
  }
  return {
    isClosed: () => isClosed,
    close() {
      isClosed = true
      const mine = ++closing
      const isMine = () => mine === closing && isClosed
      return {
        open() {
          if (!isMine()) return
          isClosed = false
          release()
        },
        giveUp() {
          if (!isMine()) return false
          isClosed = false
          const isAny = held.length > 0
          held = []
          return isAny
        },
      }
    },
    hold(input) {
      held.push(input)
    },
    onRelease(next) {
      replay = next
      return () => {
        replay = () => {}
      }
    },
  }
}

/**
 * Buffers keys for a loading target; on a timeout they are dropped with a message. Returns the function that releases
 * them.
 */
export function holdKeysFor({ gate, notices }: { gate: Gate; notices: Notices }): () => void {
  const closing = gate.close()
  setTimeout(() => {
    if (closing.giveUp()) notices.fail('The last command is still running. Keys pressed meanwhile were ignored.')
  }, LONGEST_MS)
  return closing.open
}
