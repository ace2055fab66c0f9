/** The user's keymap and keyboard options, as kept by the settings port; the registry follows them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { plainKeymap, readKeymap, type Keymap, type Presets } from '#src/commands/keymap/keymap.ts'
import { askLayout, learn } from '#src/commands/keymap/layout.ts'
import type { UserSettings } from '#src/commands/ports.ts'
import type { Registry } from '#src/commands/registry.ts'
import type { KeyInput } from './key-input.ts'
import { singleKeyModes, type SingleKeys } from './single-keys.ts'

export interface KeyboardOptions {
  singleKeys: SingleKeys
  /** The row under a list's cursor has the focus, in place of the list. */
  isFocusMoved: boolean
  /** It was pointed out once that single keys act. */
  isHintSeen: boolean
}

export const plainOptions: KeyboardOptions = { singleKeys: 'on', isFocusMoved: false, isHintSeen: false }

export interface Keyboard {
  readonly store: StoreApi<{ keymap: Keymap; options: KeyboardOptions }>
  setKeymap(keymap: Keymap): void
  setOptions(part: Partial<KeyboardOptions>): void
  /** Notes what a key types: browsers tell nothing of the levels behind Shift and AltGr, and some nothing at all. */
  observe(input: KeyInput): void
}

/** Stored options as far as they can be read. */
export function readOptions(stored: unknown): KeyboardOptions {
  if (typeof stored !== 'object' || stored === null) return plainOptions
  const { singleKeys, isFocusMoved, isHintSeen } = stored as Partial<Record<keyof KeyboardOptions, unknown>>
  return {
    singleKeys: singleKeyModes.find((mode) => mode === singleKeys) ?? plainOptions.singleKeys,
    isFocusMoved: isFocusMoved === true,
    isHintSeen: isHintSeen === true,
  }
}

/** Loads the presets: rarely used, and not in the first load. */
export type LoadPresets = () => Promise<Presets>

/** Reads the settings, now and whenever they change, and keeps the registry's keys by them. */
export function createKeyboard(settings: UserSettings, registry: Registry, presets?: LoadPresets): Keyboard {
  const store = createStore(() => ({ keymap: plainKeymap, options: plainOptions }))

  async function apply({ preset, overrides }: Keymap) {
    const diff = (preset !== 'default' && (await presets?.())?.[preset]) || {}
    if (store.getState().keymap.preset === preset) registry.rebind({ preset: diff, overrides })
  }
  function read() {
    const was = store.getState()
    const keymap = readKeymap(settings.get('keymap'))
    const options = readOptions(settings.get('keyboard'))
    store.setState({ keymap, options })
    if (JSON.stringify(keymap) !== JSON.stringify(was.keymap)) void apply(keymap)
    if (options.singleKeys !== was.options.singleKeys) registry.rebind({ singleKeys: options.singleKeys })
  }
  read()
  settings.subscribe(read)
  void askLayout().then((layout) => layout && registry.rebind({ layout }))

  return {
    store,
    setKeymap: (keymap) => settings.set('keymap', keymap),
    setOptions: (part) => settings.set('keyboard', { ...store.getState().options, ...part }),
    observe(input) {
      const layout = learn(registry.setup.layout, input)
      if (layout !== registry.setup.layout) registry.rebind({ layout })
    },
  }
}
