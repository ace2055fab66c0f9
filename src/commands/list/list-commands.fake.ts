import { createListCommands } from './list-commands.ts'

/** The commands of lists on some surfaces, as a window has them. */
export const listCommands = createListCommands([
  'accountAlerts',
  'case',
  'customers',
  'forms',
  'queue',
  'rules',
  'settings',
])
