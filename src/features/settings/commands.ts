/** Keyboard settings as commands: every change is one, so that it can be taken back like any other. */
import {
  changeHere,
  defineArg,
  defineCommand,
  type Command,
  type CommandId,
  type Ctx,
  type Effect,
} from '#src/commands/command.ts'
import { presetNames, presetTitles, readKeymap, withKeys, type Keymap, type PresetName } from '#src/commands/keymap.ts'
import { readOptions } from '#src/commands/keyboard.ts'
import { parseKeys } from '#src/commands/keys.ts'
import type { Registry } from '#src/commands/registry.ts'
import { singleKeyModes, singleKeyTitles, type SingleKeys } from '#src/commands/single-keys.ts'
import { all, flag, inView, not } from '#src/commands/when.ts'
import { countOf } from '#src/format/count.ts'
import { emptyQuery, isEmpty } from '#src/commands/key-query.ts'
import { keyboardScreen, SEARCH_ID } from './keymap-store.ts'

const inSettings = inView('settings')
const onCommand = all(inSettings, flag('hasCursor'))
/** Local, and taken back all the same. */
const undo = { kind: 'hold' } as const

const present = (c: Ctx): Keymap => readKeymap(c.ports.settings.get('keymap'))

function adopt(c: Ctx, keymap: Keymap, announce: string): Effect {
  const was = present(c)
  const set = (value: Keymap) => () => c.ports.settings.set('keymap', value)
  return changeHere(announce, set(keymap), set(was))
}

export interface SettingsPort {
  /** What the commands become; asked only when one runs. */
  registry(): Registry
  /** Where the screen is. */
  address(): string
}

/** The commands of the settings, and those of its screen. */
export function settingsCommands({ registry, address }: SettingsPort): readonly Command[] {
  const titleOf = (id: CommandId) => registry().get(id).shortTitle
  const nameOf = (ids: readonly string[]) =>
    ids.length === 1 ? titleOf(ids[0] as CommandId) : countOf(ids.length, 'command')
  const open = (c: Ctx) => c.ports.navigate(address())
  const section = (id: CommandId, key: string, title: string, name: string) =>
    defineCommand({
      id,
      title,
      group: 'View',
      when: inSettings,
      keys: [key],
      run: (c) => c.ports.navigate(`${address()}?section=${name}`),
    })

  /** Gives the commands under the cursor or in the selection other keys; null are those of the preset. */
  const change = (c: Ctx, keys: readonly string[] | null, announce: string) => {
    const { preset, overrides } = present(c)
    const next = c.targets.reduce((diff, id) => withKeys(diff, id as CommandId, keys), overrides)
    return adopt(c, { preset, overrides: next }, announce)
  }

  return [
    defineCommand({
      id: 'settings.changeKeys',
      title: 'Change the keys of a command…',
      shortTitle: 'Change keys…',
      group: 'App',
      keywords: ['shortcut', 'rebind', 'remap', 'record'],
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
      keywords: presetNames.map((name) => presetTitles[name]),
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
      keywords: ['turn off', 'dictation', 'speech', 'accessibility', 'leader'],
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
      keywords: ['screen reader', 'accessibility', 'roving'],
      undo,
      run: (c) => {
        const isFocusMoved = !readOptions(c.ports.settings.get('keyboard')).isFocusMoved
        return setOption(c, { isFocusMoved }, isFocusMoved ? 'Focus moves with the cursor' : 'Focus stays on the list')
      },
    }),
    defineCommand({
      id: 'settings.resetAll',
      title: 'Give every command its keys back',
      shortTitle: 'Reset all keys',
      group: 'App',
      keywords: ['default', 'shortcuts'],
      disabledReason: (c) => (Object.keys(present(c).overrides).length > 0 ? null : 'No key was changed'),
      undo,
      run: (c) => adopt(c, { ...present(c), overrides: {} }, 'All commands have their keys back'),
    }),
    defineCommand({
      id: 'settings.export',
      title: 'Export the keymap',
      group: 'App',
      keywords: ['download', 'save', 'json', 'shortcuts'],
      run: (c) => void import('./keymap-download.ts').then(({ downloadKeymap }) => downloadKeymap(present(c))),
    }),
    defineCommand({
      id: 'settings.import',
      title: 'Import a keymap…',
      group: 'App',
      keywords: ['upload', 'load', 'json', 'shortcuts'],
      run: (c) => {
        keyboardScreen.setState({ isImporting: true })
        open(c)
      },
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
    defineCommand({
      id: 'settings.record',
      title: (c) => `Change the keys of ${c.targets[0] ? nameOf(c.targets.slice(0, 1)) : 'the command'}`,
      shortTitle: 'Change keys',
      group: 'App',
      when: onCommand,
      keys: ['enter', 'o'],
      run: (c) => {
        if (c.targets[0]) c.actions.recordKeys(c.targets[0] as CommandId)
      },
    }),
    defineCommand({
      id: 'settings.reset',
      title: (c) => `Give ${nameOf(c.targets)} the keys of the preset again`,
      shortTitle: 'Reset keys',
      group: 'App',
      when: onCommand,
      keys: ['backspace'],
      undo,
      run: (c) => change(c, null, `${nameOf(c.targets)}: keys reset`),
    }),
    defineCommand({
      id: 'settings.remove',
      title: (c) => `Take the keys of ${nameOf(c.targets)} away`,
      shortTitle: 'Remove keys',
      group: 'App',
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
      when: onCommand,
      keys: ['s'],
      run: (c) => {
        const [spec] = c.targets[0] ? registry().boundTo(c.targets[0] as CommandId).keys : []
        if (spec === undefined) return { announce: 'It has no key' }
        keyboardScreen.setState({ query: { by: 'keys', strokes: parseKeys(spec)[0]! } })
        return undefined
      },
    }),
    section('settings.showShortcuts', '1', 'Shortcuts', 'shortcuts'),
    section('settings.showTyping', '2', 'Typing and focus', 'typing'),
    defineCommand({
      id: 'settings.search',
      title: 'Search among the shortcuts',
      shortTitle: 'Search shortcuts',
      group: 'App',
      when: inSettings,
      keys: ['/', 'f3'],
      run: () => document.getElementById(SEARCH_ID)?.focus(),
    }),
    defineCommand({
      id: 'settings.leave',
      title: 'Show all shortcuts, or leave the settings',
      shortTitle: 'Leave settings',
      group: 'Navigate',
      when: all(inSettings, not(flag('hasSelection'))),
      keys: ['escape'],
      run: () => {
        if (!isEmpty(keyboardScreen.getState().query)) keyboardScreen.setState({ query: emptyQuery })
        else if (document.activeElement?.id === SEARCH_ID)
          document.querySelector<HTMLElement>('[data-kb-context="settings list"]')?.focus()
        else history.back()
      },
    }),
  ]
}

function setOption(c: Ctx, part: object, announce: string): Effect {
  const was = readOptions(c.ports.settings.get('keyboard'))
  const set = (options: object) => () => c.ports.settings.set('keyboard', options)
  return changeHere(announce, set({ ...was, ...part }), set(was))
}
