import type { PressCounter } from './act.ts'
import type { Actions } from './command.ts'
import type { Context } from './context.ts'
import type { Frecency } from './frecency.ts'
import type { Notices } from './notices.ts'
import type { PaletteControl } from './palette-store.ts'
import type { Ports } from './ports.ts'
import type { Registry } from './registry.ts'
import type { UndoStack } from './undo.ts'

/** What running a command takes. */
export interface Services {
  readonly registry: Registry
  readonly context: Context
  readonly ports: Ports
  readonly notices: Notices
  readonly undo: UndoStack
  readonly palette: PaletteControl
  readonly frecency: Frecency
  readonly actions: Actions
  readonly presses: PressCounter
}
