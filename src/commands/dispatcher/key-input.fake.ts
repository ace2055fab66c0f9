import type { KeyInput } from './key-input.ts'

/** A press of no key, but for these parts. */
export const keyInput = (part: Partial<KeyInput>): KeyInput => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
  ...part,
})
