/** The command layer of one window: registry, context, runner, undo and what is open, made once by `app`. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createPressCounter } from '#src/commands/command-record.ts'
import type { Actions, Command, CommandId } from '#src/commands/command.ts'
import { createContext, type SettableAtoms } from '#src/commands/context.ts'
import type { Platform } from '#src/commands/keymap/keys.ts'
import { createFrecency } from '#src/commands/palette/frecency.ts'
import { createPaletteControl } from '#src/commands/palette/palette-store.ts'
import type { Ports } from '#src/commands/ports.ts'
import { createRegistry } from '#src/commands/registry.ts'
import { createRunner, type Runner } from '#src/commands/runner.ts'
import type { Services } from '#src/commands/services.ts'
import { createNotices } from '#src/commands/undo/notices.ts'
import { createUndo } from '#src/commands/undo/undo.ts'
import { idle, type DispatchState } from './dispatcher.ts'
import { createGate, holdKeysFor, type Gate } from './key-buffer.ts'
import { createKeyboard, type Keyboard, type LoadPresets } from './keyboard.ts'
import type { Atoms } from './when.ts'

/** The keys typed of a sequence or a count, and whether the which-key strip is visible. */
export interface KeysState {
  dispatch: DispatchState
  isStripShown: boolean
  /** The state in which the sequence began. */
  atoms: Atoms | null
}

/** Commands that the first screen does not wait for. */
export interface Rest {
  /** Some are still to come. */
  isComing(): boolean
  /** Resolves when they are there, or did not come. */
  load(): Promise<void>
}
const NOTHING: Rest = { isComing: () => false, load: () => Promise.resolve() }

export interface CommandLayer extends Services {
  readonly runner: Runner
  readonly keyboard: Keyboard
  /** Closed while a screen is on its way. */
  readonly gate: Gate
  readonly rest: Rest
  readonly keys: StoreApi<KeysState>
  readonly help: StoreApi<{ isOpen: boolean; atoms: Atoms | null }>
  /** The command whose keys are being recorded. */
  readonly recorder: StoreApi<{ id: CommandId | null }>
}

export interface LayerInit {
  /** The arrays that the features export, and those of this folder. */
  commands: readonly (readonly Command[])[]
  ports: Ports
  atoms?: Partial<SettableAtoms>
  platform?: Platform
  rest?: Rest
  presets?: LoadPresets
  checkPlan?: Services['checkPlan']
}

/** @throws as createRegistry does. */
export function createCommandLayer({
  commands,
  ports,
  atoms,
  platform,
  rest = NOTHING,
  presets,
  checkPlan = (plan) => plan,
}: LayerInit): CommandLayer {
  const registry = createRegistry(commands, platform)
  const palette = createPaletteControl()
  const help = createStore<{ isOpen: boolean; atoms: Atoms | null }>(() => ({ isOpen: false, atoms: null }))
  const recorder = createStore<{ id: CommandId | null }>(() => ({ id: null }))
  const overlay = () => (palette.store.getState().isOpen ? 'palette' : help.getState().isOpen ? 'help' : null)
  const context = createContext(atoms, overlay)
  const notices = createNotices()
  const undo = createUndo(ports, notices.say)
  const frecency = createFrecency(ports.frecency, ports.now)
  const gate = createGate()
  const here = () => context.read(typeof document === 'undefined' ? null : document.activeElement)
  const actions: Actions = {
    palette(prefix) {
      const { isOpen } = palette.store.getState()
      if (isOpen) palette.close()
      else palette.open(here(), prefix)
    },
    help: () => help.setState(({ isOpen }) => (isOpen ? { isOpen: false } : { isOpen: true, atoms: here() })),
    undo: () => void undo.undo(),
    redo: () => void undo.redo(),
    repeat: () => void runner.repeat(),
    recordKeys: (id) => recorder.setState({ id }),
    say: (text) => notices.say(text),
    holdKeys: (until) => void until.then(holdKeysFor({ gate, notices })),
  }
  const presses = createPressCounter()
  const services: Services = { registry, context, ports, notices, undo, palette, frecency, actions, presses, checkPlan }
  const runner = createRunner(services)
  const keyboard = createKeyboard(ports.settings, registry, presets)
  const keys = createStore<KeysState>(() => ({ dispatch: idle, isStripShown: false, atoms: null }))
  return { ...services, runner, keyboard, gate, rest, keys, help, recorder }
}
