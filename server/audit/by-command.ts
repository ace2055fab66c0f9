/** The actor of an operator's command: who runs it has the database, and no account. */
import type { Actor } from './audit.ts'

export const BY_COMMAND: Actor = {
  account: { id: 'command line', fullName: '', firstName: '', lastName: '', email: '', roles: [], platforms: [] },
  platform: '',
  origin: { address: null, appVersion: null },
  now: () => new Date(),
}
