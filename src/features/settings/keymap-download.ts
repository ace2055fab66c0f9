import type { Keymap } from '#src/commands/keymap.ts'
import { writeKeymapFile } from '#src/commands/keymap-file.ts'

/** Hands the keymap to the browser as a file. */
export function downloadKeymap(keymap: Keymap): void {
  const url = URL.createObjectURL(new Blob([writeKeymapFile(keymap)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'docket-keymap.json' })
  link.click()
  URL.revokeObjectURL(url)
}
