import type { PresetName } from './keymap.ts'

export const presetTitles: Readonly<Record<PresetName, string>> = {
  default: 'Default',
  gmail: 'Gmail',
  vim: 'Vim-leaning',
}
