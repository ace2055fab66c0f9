/** A key press from the browser. */

/** The part of a KeyboardEvent that matters, as plain data. */
export interface KeyInput {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** `getModifierState('AltGraph')`: the key types a character of the third level. */
  altGraph: boolean
  isComposing: boolean
  keyCode: number
  repeat: boolean
}

export function keyInput(event: KeyboardEvent): KeyInput {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, keyCode, repeat } = event
  const altGraph = event.getModifierState('AltGraph')
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph, isComposing, keyCode, repeat }
}
