/** The commands of clients and of their list in a window. */
import type { Command } from '#src/commands/command.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { customerCommands } from './commands.ts'
import { signedFormCommand } from './form-commands.ts'
import { kycCommand } from './kyc.ts'
import { listCommands } from './list-commands.ts'

export const commands = (_: FeatureWindow, { customers }: Pick<FeatureStates, 'customers'>): readonly Command[] => [
  ...customerCommands(customers),
  ...listCommands(customers),
  kycCommand(customers),
  signedFormCommand(customers),
]
