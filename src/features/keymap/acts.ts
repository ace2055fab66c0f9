/** Changes of the keyboard settings; each can be undone. */
import { changeHere, type CommandId, type Ctx, type Effect } from '#src/commands/command.ts'
import { readOptions } from '#src/commands/dispatcher/keyboard.ts'
import { emptyQuery, isEmpty } from '#src/commands/help/key-query.ts'
import { readKeymap, type Keymap } from '#src/commands/keymap/keymap.ts'
import { withKeys } from '#src/commands/keymap/with-keys.ts'
import { parseKeys } from '#src/commands/keymap/keys.ts'
import type { Registry } from '#src/commands/registry.ts'
import { countOf } from '#src/format/count.ts'
import { keyboardScreen, SEARCH_ID } from './keyboard-screen.ts'

export const present = (c: Ctx): Keymap => readKeymap(c.ports.settings.get('keymap'))

export function adopt(c: Ctx, keymap: Keymap, announce: string): Effect {
  const was = present(c)
  const set = (value: Keymap) => () => c.ports.settings.set('keymap', value)
  return changeHere(announce, set(keymap), set(was))
}

export interface SettingsPort {
  /** The resulting commands; evaluated when one runs. */
  registry(): Registry
  /** The path of the screen. */
  address(): string
}

export function setOption(c: Ctx, part: object, announce: string): Effect {
  const was = readOptions(c.ports.settings.get('keyboard'))
  const set = (options: object) => () => c.ports.settings.set('keyboard', options)
  return changeHere(announce, set({ ...was, ...part }), set(was))
}

export function settingsActs({ registry, address }: SettingsPort) {
  const titleOf = (id: CommandId) => registry().get(id).shortTitle
  const nameOf = (ids: readonly string[]) =>
    ids.length === 1 ? titleOf(ids[0] as CommandId) : countOf(ids.length, 'command')
  const open = (c: Ctx) => c.ports.navigate(address())

  /** Gives the commands under the cursor or in the selection other keys; null are those of the preset. */
  const change = (c: Ctx, keys: readonly string[] | null, announce: string) => {
    const { preset, overrides } = present(c)
    const next = c.targets.reduce((diff, id) => withKeys(diff, registry().get(id as CommandId), keys), overrides)
    return adopt(c, { preset, overrides: next }, announce)
  }

  const showSameKey = (c: Ctx) => {
    const [spec] = c.targets[0] ? registry().boundTo(c.targets[0] as CommandId).keys : []
    if (spec === undefined) return { announce: 'It has no key' }
    keyboardScreen.setState({ query: { by: 'keys', strokes: parseKeys(spec)[0]! } })
    return undefined
  }

  const leave = () => {
    if (!isEmpty(keyboardScreen.getState().query)) keyboardScreen.setState({ query: emptyQuery })
    else if (document.activeElement?.id === SEARCH_ID)
      document.querySelector<HTMLElement>('[data-kb-context="settings list"]')?.focus()
    else history.back()
  }

  const openImport = (c: Ctx) => {
    keyboardScreen.setState({ isImporting: true })
    open(c)
  }

  const toggleFocus = (c: Ctx) => {
    const isFocusMoved = !readOptions(c.ports.settings.get('keyboard')).isFocusMoved
    return setOption(c, { isFocusMoved }, isFocusMoved ? 'Focus moves with the cursor' : 'Focus stays on the list')
  }

  return { registry, address, nameOf, change, showSameKey, leave, openImport, toggleFocus }
}

export type SettingsActs = ReturnType<typeof settingsActs>
