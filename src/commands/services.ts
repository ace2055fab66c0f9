import type { Frecency } from '#src/commands/palette/frecency.ts'
import type { PaletteControl } from '#src/commands/palette/palette-store.ts'
import type { Notices } from '#src/commands/undo/notices.ts'
import type { UndoStack } from '#src/commands/undo/undo.ts'
import type { PressCounter } from './command-record.ts'
import type { Actions, Plan } from './command.ts'
import type { Context } from './context.ts'
import type { Ports } from './ports.ts'
import type { Registry } from './registry.ts'

/** The services for running a command. */
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
  /** The precedent check of a plan. */
  checkPlan: (plan: Plan) => Plan
}
