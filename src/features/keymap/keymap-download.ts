import { writeKeymapFile } from '#src/commands/keymap/keymap-file.ts'
import type { Keymap } from '#src/commands/keymap/keymap.ts'
import { saveFile } from '#src/ui/save-file.ts'

/** Hands the keymap to the browser as a file. */
export function downloadKeymap(keymap: Keymap): void {
  saveFile('docket-keymap.json', new Blob([writeKeymapFile(keymap)], { type: 'application/json' }))
}
