import { expect, it } from 'vitest'
import { replaceDraft } from './replace-draft.ts'

it('is undone and redone with text that was written in between', () => {
  const held = new Map([['one', 'mine']])
  const drafts = {
    read: (key: string) => held.get(key),
    write: (key: string, text: string) => void held.set(key, text),
  }
  const { undo, redo } = replaceDraft(drafts, 'one', ['mine', 'mine on theirs'])
  expect(held.get('one')).toBe('mine on theirs')
  drafts.write('one', 'mine on theirs, and more')
  undo()
  expect(held.get('one')).toBe('mine')
  redo()
  expect(held.get('one')).toBe('mine on theirs, and more')
})
