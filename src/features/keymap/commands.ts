/** Keyboard settings as commands: every change is one, so that it can be taken back like any other. */
import { defineArg, defineCommand, type Command, type CommandId, type Keywords } from '#src/commands/command.ts'
import { readOptions } from '#src/commands/dispatcher/keyboard.ts'
import { singleKeyModes, singleKeyTitles, type SingleKeys } from '#src/commands/dispatcher/single-keys.ts'
import { all, flag, inOverlay, inView, not } from '#src/commands/dispatcher/when.ts'
import { presetNames, type Keymap, type PresetName } from '#src/commands/keymap/keymap.ts'
import { presetTitles } from '#src/commands/keymap/preset-titles.ts'
import { settingsActs, type SettingsActs, present, adopt, type SettingsPort, setOption } from './acts.ts'
import { SEARCH_ID } from './keyboard-screen.ts'
import { writeKeymapFile } from '#src/commands/keymap/keymap-file.ts'
import { saveFile } from '#src/ui/save-file.ts'

const inSettings = inView('settings')
const onCommand = all(inSettings, flag('hasCursor'))
/** Local, and taken back all the same. */
const undo = { kind: 'hold' } as const

/** The commands of the settings, and those of its screen. */
export function commands(ports: SettingsPort): Command[] {
  const acts = settingsActs(ports)
  return [
    defineCommand({
      id: 'nav.keyboard',
      title: 'Keyboard settings',
      group: 'App',
      keywords:
        'settings, preferences, options, keyboard settings, keymap, remap, customize, customise, customize shortcuts, shortcut settings, key settings, configure keys, hotkey settings, setup, user settings, my settings',
      when: inOverlay('none', 'drawer', 'alert'),
      keys: ['mod+,'],
      run: (c) => c.ports.navigate(ports.address()),
    }),
    ...keyboardCommands(acts),
    ...keymapCommands(acts),
    ...shortcutCommands(acts),
  ]
}

function keyboardCommands({ registry, toggleFocus }: SettingsActs): Command[] {
  return [
    defineCommand({
      id: 'settings.changeKeys',
      title: 'Change the keys of a command…',
      shortTitle: 'Change keys…',
      group: 'App',
      keywords:
        'shortcut, rebind, remap, record, customize shortcuts, customise keys, change shortcut, hotkey, keybinding, edit shortcut, custom keys',
      args: [
        defineArg<'command', CommandId>({
          name: 'command',
          type: 'choice',
          prompt: () => 'Change the keys of',
          source: () =>
            registry().commands.map(({ id, shortTitle, keywords }) => ({
              id,
              value: id,
              title: shortTitle,
              detail: registry().keyOf(id)?.join(' ') ?? 'no key',
              keywords,
            })),
        }),
      ],
      run: (c, { command }) => c.actions.recordKeys(command),
    }),
    defineCommand({
      id: 'settings.preset',
      title: 'Keyboard preset…',
      group: 'App',
      keywords: 'Default, Gmail, Vim-leaning, vim, preset, scheme, layout, superhuman, keyboard profile',
      args: [
        defineArg<'preset', PresetName>({
          name: 'preset',
          type: 'choice',
          prompt: () => 'Keyboard preset',
          source: () => presetNames.map((name) => ({ id: name, value: name, title: presetTitles[name] })),
          default: (c) => present(c).preset,
        }),
      ],
      undo,
      run: (c, { preset }) => adopt(c, { ...present(c), preset }, `Keyboard preset: ${presetTitles[preset]}`),
    }),
    defineCommand({
      id: 'settings.singleKeys',
      title: 'Single-key shortcuts…',
      group: 'App',
      keywords:
        'turn off, dictation, speech, accessibility, leader, disable shortcuts, single letter, character keys, voice control',
      args: [
        defineArg<'mode', SingleKeys>({
          name: 'mode',
          type: 'choice',
          prompt: () => 'Single-key shortcuts',
          source: () => singleKeyModes.map((mode) => ({ id: mode, value: mode, title: singleKeyTitles[mode] })),
          default: (c) => readOptions(c.ports.settings.get('keyboard')).singleKeys,
        }),
      ],
      undo,
      run: (c, { mode }) => setOption(c, { singleKeys: mode }, `Single-key shortcuts: ${singleKeyTitles[mode]}`),
    }),
    defineCommand({
      id: 'settings.moveFocus',
      title: 'Move real focus with the cursor, or leave it on the list',
      shortTitle: 'Move focus with the cursor',
      group: 'App',
      keywords: 'screen reader, accessibility, roving, nvda, jaws, voiceover, a11y',
      undo,
      run: toggleFocus,
    }),
  ]
}

/** The keymap as a whole. */
function keymapCommands({ openImport }: SettingsActs): Command[] {
  return [
    defineCommand({
      id: 'settings.resetAll',
      title: 'Reset the keys of every command',
      shortTitle: 'Reset all keys',
      group: 'App',
      keywords: 'default, shortcuts, reset shortcuts, factory, restore defaults, original keys, reset keyboard',
      disabledReason: (c) => (Object.keys(present(c).overrides).length > 0 ? null : 'No key was changed'),
      undo,
      run: (c) => adopt(c, { ...present(c), overrides: {} }, 'The keys of all commands are reset'),
    }),
    defineCommand({
      id: 'settings.export',
      title: 'Export the keymap',
      group: 'App',
      keywords: 'download keymap, save, json, shortcuts, backup keys, export shortcuts, share keymap',
      run: (c) => downloadKeymap(present(c)),
    }),
    defineCommand({
      id: 'settings.import',
      title: 'Import a keymap…',
      group: 'App',
      keywords: 'upload, load, json, shortcuts, import shortcuts, restore keymap',
      run: openImport,
    }),
    defineCommand({
      id: 'settings.adopt',
      title: 'Use a keymap',
      group: 'App',
      hidden: true,
      args: [
        defineArg<'keymap', Keymap>({ name: 'keymap', type: 'choice', prompt: () => 'Keymap', source: () => [] }),
        defineArg<'said', string>({ name: 'said', type: 'text', prompt: () => 'Called', source: () => [] }),
      ],
      undo,
      run: (c, { keymap, said }) => adopt(c, keymap, said),
    }),
  ]
}

/** The list of shortcuts. */
function shortcutCommands({ address, nameOf, change, showSameKey, leave }: SettingsActs): Command[] {
  const section = (id: CommandId, key: string, title: string, name: string, keywords: Keywords) =>
    defineCommand({
      id,
      title,
      group: 'View',
      keywords,
      when: inSettings,
      keys: [key],
      run: (c) => c.ports.navigate(`${address()}?section=${name}`),
    })

  return [
    defineCommand({
      id: 'settings.record',
      title: (c) => `Change the keys of ${c.targets[0] ? nameOf(c.targets.slice(0, 1)) : 'the command'}`,
      shortTitle: 'Change keys',
      group: 'App',
      keywords: 'rebind, remap, record, change shortcut, assign key',
      when: onCommand,
      keys: ['enter', 'o'],
      run: (c) => {
        if (c.targets[0]) c.actions.recordKeys(c.targets[0] as CommandId)
      },
    }),
    defineCommand({
      id: 'settings.reset',
      title: (c) => `Reset ${nameOf(c.targets)} to the keys of the preset`,
      shortTitle: 'Reset keys',
      group: 'App',
      keywords: 'default, original, restore, undo change',
      when: onCommand,
      keys: ['backspace'],
      undo,
      run: (c) => change(c, null, `${nameOf(c.targets)}: keys reset`),
    }),
    defineCommand({
      id: 'settings.remove',
      title: (c) => `Remove the keys of ${nameOf(c.targets)}`,
      shortTitle: 'Remove keys',
      group: 'App',
      keywords: 'delete, unbind, clear shortcut, no key',
      when: onCommand,
      keys: ['#', 'delete'],
      undo,
      run: (c) => change(c, [], `${nameOf(c.targets)}: no key`),
    }),
    defineCommand({
      id: 'settings.sameKey',
      title: 'Show every command on the same key',
      shortTitle: 'Show same key',
      group: 'App',
      keywords: 'conflict, duplicate, clash, same shortcut, who uses it',
      when: onCommand,
      keys: ['s'],
      run: showSameKey,
    }),
    section(
      'settings.showShortcuts',
      '1',
      'Shortcuts',
      'shortcuts',
      'keys tab, list of keys, keyboard tab, shortcut list',
    ),
    section(
      'settings.showTyping',
      '2',
      'Typing and focus',
      'typing',
      'accessibility, focus tab, typing tab, single keys, screen reader',
    ),
    defineCommand({
      id: 'settings.search',
      title: 'Search among the shortcuts',
      shortTitle: 'Search shortcuts',
      group: 'App',
      keywords: 'find shortcut, find key, search keys, look up',
      when: inSettings,
      keys: ['/', 'f3'],
      run: () => document.getElementById(SEARCH_ID)?.focus(),
    }),
    defineCommand({
      id: 'settings.leave',
      title: 'Show all shortcuts, or leave the settings',
      shortTitle: 'Leave settings',
      group: 'Navigate',
      keywords: 'close, exit, back, return, done',
      when: all(inSettings, not(flag('hasSelection'))),
      keys: ['escape'],
      run: leave,
    }),
  ]
}

/** Hands the keymap to the browser as a file. */
function downloadKeymap(keymap: Keymap): void {
  saveFile('docket-keymap.json', new Blob([writeKeymapFile(keymap)], { type: 'application/json' }))
}
