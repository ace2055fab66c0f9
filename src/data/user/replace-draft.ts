import type { Drafts } from './drafts.ts'

/** Puts one draft in place of another. Taken back and done again, no word is lost that was written in between. */
export function replaceDraft<T>(
  drafts: Pick<Drafts<T>, 'read' | 'write'>,
  key: string,
  [before, after]: readonly [before: T, after: T],
): { undo: () => void; redo: () => void } {
  let latest = after
  const redo = () => drafts.write(key, latest)
  redo()
  return {
    undo() {
      latest = drafts.read(key) ?? latest
      drafts.write(key, before)
    },
    redo,
  }
}
