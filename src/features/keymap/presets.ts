/** Keymaps for hands that come from elsewhere, as differences from the commands' own keys. */
import type { CommandId, KeySpec } from '#src/commands/command.ts'
import type { PresetName } from '#src/commands/keymap/keymap.ts'

type Preset = Partial<Record<CommandId | `-${CommandId}`, readonly KeySpec[] | true>>

export const presets = {
  default: {},
  // e puts away, ! is for what is wrong, u goes back to the list or reads it again, g i is where one starts
  gmail: {
    'alert.resolve': ['e', 'r'],
    'alert.reject': ['!', 'shift+r'],
    'accountAlert.resolve': ['e', 'r'],
    'accountAlert.showNew': ['u', 'g n'],
    'accountAlert.customer': ['shift+u'],
    'accountAlert.macroEdit': ['shift+e 1..9'],
    'queue.showNew': ['u', 'g n'],
    'case.leave': ['escape', 'u'],
    'case.escalate': ['^'],
    'accountAlert.escalate': ['^'],
    'queue.customer': ['shift+u'],
    'nav.cases': ['g i', 'g c'],
    'nav.outbox': ['g x', 'g o'],
    'nav.screening': ['g shift+x'],
    'alert.attach': ['shift+e'],
    'document.attach': ['shift+e'],
    'alert.macroEdit': ['shift+e 1..9'],
  },
  // u takes back, h and l go out and in, y y copies, control scrolls, a colon asks for a command
  vim: {
    'app.undo': ['u', 'z', 'mod+z'],
    'app.redo': ['shift+u', 'shift+z', 'mod+shift+z'],
    'app.palette': ['mod+k', ':'],
    'list.pageDown': ['mod+d', 'pagedown'],
    'list.pageUp': ['mod+u', 'pageup'],
    'queue.open': ['enter', 'o', 'l'],
    'accountAlert.inspect': ['enter', 'o', 'l'],
    'accountAlert.customer': ['shift+c'],
    'accountAlert.copyId': ['y y'],
    'accountAlert.copyLink': ['y l'],
    'case.copyId': ['y y'],
    'case.copyLink': ['y l'],
    'queue.customer': ['shift+c'],
    'case.escalate': ['^'],
    'accountAlert.escalate': ['^'],
    'nav.back': ['mod+o', 'g b'],
    'nav.forward': ['mod+i', 'g f'],
  },
} as const satisfies Readonly<Record<PresetName, Preset>>
